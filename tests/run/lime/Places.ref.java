import java.util.Arrays;
public class Places {
    static int[] ramp(int n) { int[] r = new int[n]; for (int i = 0; i < n; i++) r[i] = (i * 37 + 11) % 101 - 30; return r; }
    static long hash(int[] v) { long s = v.length; for (int x : v) s = s * 31 + x; return s; }
    static int[] reverse(int[] v) { int[] r = new int[v.length]; for (int i = 0; i < r.length; i++) r[i] = v[v.length - 1 - i]; return r; }
    public static void main(String[] args) {
        int[] v = {4, -1, 7, 7, 0};
        System.out.println("[40, -9, 72, 73, 4] [8, -1, 16, 17, 4] 0");
        System.out.println("3 true false 0 false true");
        System.out.println(Arrays.toString(reverse(v)) + " [-1, 7] [4, -1] [7, 0] [4, -1, 7, 7, 0, 4] 0 0");
        System.out.println("1 2 -1 -1");
        System.out.println("1 2 3 3 1");
        System.out.println("1 0 1 1");
        System.out.println("[[1, 4], [2, 5], [3, 6]] [1, 2, 3, 4, 5, 6] [1, 4, 2, 5, 3, 6] 0 0");
        System.out.println("P[a=0, b=2.0] 2 P[a=0, b=2.0] b");
        int[] big = ramp(100000), chain = new int[99999], joined = Arrays.copyOf(big, 100072);
        int over = 0, min = 0, max = 0;
        for (int i = 0; i < big.length; i++) {
            if (big[i] > 20) over++;
            if (big[i] < big[min]) min = i;
            if (big[i] > big[max]) max = i;
            if (i > 0) chain[i - 1] = (big[big.length - 1 - i] * 2 + 1) * (i - 1);
        }
        System.arraycopy(big, 5, joined, 100000, 72);
        System.out.println(hash(chain) + " " + over + " " + min + " " + max + " " + hash(reverse(joined)));
        System.out.println("[[3, 2, 1], [6, 5, 4]] [2, 2] [[0, 2, 6], [0, 5, 12]] [1, 3]");
        System.out.println("Index 5 out of bounds for length 5 | -1 | -1 | Index -1 out of bounds for length 5 | Index 5 out of bounds for length 5 | Index -2 out of bounds for length 5");
        System.out.println(Arrays.toString(reverse(v)));
    }
}
