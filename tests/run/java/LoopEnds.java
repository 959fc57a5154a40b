/** Loops whose ends are shifts and sums of literals: the literal's type is that of the loop. */
public class LoopEnds {
    public static void main(String[] args) {
        int[] a = new int[64];
        int turns = 0;
        long far = 0;
        for (int i = 0; i < 5; i++) {
            for (int s = 0; s < (2 << i); s++) a[s] += i;
            for (int s = 1; s <= (1 << i) - 1; s++) turns += s;
            for (int s = 32 >> i; s > 3 >>> i; s--) turns ^= s;
            for (long s = 0; s < (3L << i); s++) far += s * i;
            int k;
            for (k = 0; k < 7 * 2 + (1 << i); k += 3) turns++;
            turns += k;
        }
        int sum = 0;
        for (int v : a) sum = sum * 31 + v;
        System.out.println(sum + " " + turns + " " + far);
    }
}
