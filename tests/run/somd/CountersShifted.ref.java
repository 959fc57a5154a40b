/** What is computed of a counter between literals is shifted by what is computed. */
public class CountersShifted {
    static int sums(int d) {
        int s = 0;
        for (int p = 0; p < 3; p++) s += (p & 3) << p;
        for (int p = 0; p < 5; p++) s += (p + 1 >> d) + (p * 2 >>> d) + (-p >> (p & d));
        for (int p = 0; p <= 4; p++) s ^= (d > 2 ? d : p | 1) << (p - d);
        for (int p = 9; p > 2; p -= 3) s += (~p << d) + ((p ^ 5) >> p);
        return s;
    }
    static int sum(int[] a, int d) {
        int s = 0;
        for (int i = 0; i < a.length; i++)
            for (int p = 0; p < 3; p++) s += ((p & 3) << p) + ((p + 1) << a[i]) - (p >>> d);
        return s;
    }
    public static void main(String[] args) {
        int[] a = new int[20000];
        for (int i = 0; i < a.length; i++) a[i] = i % 37;
        for (int d = 0; d < 5; d++) System.out.println(sums(d) + " " + sum(a, d));
    }
}
