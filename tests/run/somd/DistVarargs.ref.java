/** Without its annotations. */
public class DistVarargs {
    static int sumAll(int... xs) { int s = 0; for (int x : xs) s += x; return s; }
    static double weighted(double k, double... xs) { double s = 0; for (int i = 0; i < xs.length; i++) s += k * xs[i]; return s; }
    static void scale(float k, float... xs) { for (int i = 0; i < xs.length; i++) xs[i] *= k; }
    static long most(long... xs) { long m = Long.MIN_VALUE; for (int i = 0; i < xs.length; i++) m = Math.max(m, xs[i]); return m; }
    static void rows(int[]... m) { for (int i = 0; i < m.length; i++) for (int j = 0; j < m[i].length; j++) m[i][j] += i; }
    final int base = 5;
    int from(final int... xs) { int s = 0; for (int i = 0; i < xs.length; i++) s += xs[i] + base; return s; }

    public static void main(String[] args) {
        System.out.println(sumAll(1, 2, 3) + " " + sumAll() + " " + sumAll(7));
        System.out.println(weighted(2, 1, 2, 3) + " " + weighted(2));
        float[] f = { 1, 2, 3 };
        scale(3, f);
        System.out.println(f[0] + f[1] + f[2]);
        System.out.println(most(3, 1L << 40, -1) + " " + most());
        int[] a = { 1, 2 }, b = { 3, 4 };
        rows(a, b);
        System.out.println(a[0] + a[1] + b[0] + b[1]);
        System.out.println(new DistVarargs().from(1, 2));
        int[] many = new int[100000];
        for (int i = 0; i < many.length; i++) many[i] = i % 17;
        System.out.println(sumAll(many));
    }
}
