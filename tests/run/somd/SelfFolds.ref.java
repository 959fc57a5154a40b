/** Plain loops: what one instance of each method does. */
class SelfFolds {
    static long gcd(long[] a) { long g = 0; for (int i = 0; i < a.length; i++) { long x = a[i], y = g; while (y != 0) { long t = x % y; x = y; y = t; } g = x; } return g; }
    static long euclid(long a, long b) { return b == 0 ? a : euclid(b, a % b); }
    static long helped(long[] a) { long g = 0; for (int i = 0; i < a.length; i++) g = euclid(g, a[i]); return g; }
    static int gcdOfInts(int[] a) { int g = 0; for (int i = 0; i < a.length; i++) { int x = a[i], y = g; while (y != 0) { int t = x % y; x = y; y = t; } g = x; } return g; }
    static long product(long[] a, long m) { long p = 1; for (int i = 0; i < a.length; i++) p = p * a[i] % m; return p; }
    static long begun(long[] a, long m) { long p = 3; for (int i = 0; i < a.length; i++) p = p * a[i] % m; return p; }
    static int total(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) s = (s + a[i]) % 1009; return s; }
    static int offset(int[] a) { int s = 4; for (int i = 0; i < a.length; i++) s = (s + a[i]) % 1009; return s; }
    static int clamped(int[] a) { int m = 0; for (int i = 0; i < a.length; i++) m = Math.min(900, Math.max(m, a[i])); return m; }
    static int inside(int[] a) { int m = 0; for (int i = 0; i < a.length; i++) m = Math.max(m, Math.min(a[i], 700)); return m; }
    static int[] ends(int[] a) {
        int[] r = {Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int i = 0; i < a.length; i++) { r[0] = Math.min(r[0], a[i]); r[1] = Math.max(r[1], a[i]); }
        return r;
    }
    static double[] bounds(double[] a) {
        double[] r = new double[] {1e9, -1e9};
        for (int i = 0; i < a.length; i++) { if (a[i] < r[0]) r[0] = a[i]; if (a[i] > r[1]) r[1] = a[i]; }
        return r;
    }
    /** No fold of its own results: squares. */
    static long squares(long[] a) { long s = 0; for (int i = 0; i < a.length; i++) s = (s + a[i] * a[i]) % 100003; return s; }
    /** The order matters. */
    static int hash(int[] a) { int h = 0; for (int i = 0; i < a.length; i++) h = h * 31 + a[i]; return h; }
    static int count(int[] a) { int n = 0; for (int i = 0; i < a.length; i++) if (a[i] > 500) n = n + 1 + n * 0; return n; }
    static boolean parity(boolean[] a) { boolean p = false; for (int i = 0; i < a.length; i++) p = p ? !a[i] : a[i]; return p; }
    static int saturated(byte[] a) { int s = 0; for (int i = 0; i < a.length; i++) { s = s + a[i]; if (s > 100000) s = 100000; } return s; }
    static long sum(int[] a) { long s = 9; for (int i = 0; i < a.length; i++) s += a[i]; return s; }
    static int worst(int[] a) { int d = 1; for (int i = 0; i < a.length; i++) d = 1000 / (a[i] + 1) % 7 + d / (a[i] + 1); return d; }
    static int guarded(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) s = (s + a[i]) % 1009; if (a.length == 1) throw new AssertionError("one"); return s; }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 2, 17, 300, 5000, 70000}) {
            long[] g = new long[n];
            int[] b = new int[n];
            double[] d = new double[n];
            boolean[] p = new boolean[n];
            byte[] y = new byte[n];
            for (int i = 0; i < n; i++) { g[i] = 84L * (i + 5); b[i] = (i * 7919 + 13) % 1009; d[i] = b[i] * 0.25 - 60; p[i] = b[i] % 3 == 0; y[i] = (byte) (b[i] % 50); }
            System.out.println(n + " " + gcd(g) + " " + helped(g) + " " + gcdOfInts(b) + " " + product(g, 1000003) + " " + begun(g, 1000003) + " " + total(b) + " " + offset(b)
                + " " + clamped(b) + " " + inside(b) + " " + ends(b)[0] + " " + ends(b)[1] + " " + bounds(d)[0] + " " + bounds(d)[1] + " " + squares(g) + " " + hash(b)
                + " " + count(b) + " " + parity(p) + " " + saturated(y) + " " + sum(b) + " " + worst(b));
        }
        int[] few = new int[40000];
        for (int i = 0; i < few.length; i++) few[i] = i % 77;
        System.out.println(guarded(few));
        int[] bad = new int[100];
        bad[50] = -1;
        try { System.out.println(worst(bad)); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { System.out.println(gcd(null)); } catch (NullPointerException e) { System.out.println("null"); }
    }
}
