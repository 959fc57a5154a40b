import java.util.*;
public class EverydayLoops {
    enum Kind { A(2), B(3), C(5); final int w; Kind(int w) { this.w = w; } int f(int x) { return x * w + ordinal(); } }
    record P(double x, double y) { P plus(P o) { return new P(x + o.x, y + o.y); } double norm() { return Math.sqrt(x * x + y * y); } }
    static void move(double[] xs, double[] ys, double dt) { for (int i = 0; i < xs.length; i++) { P p = new P(xs[i], ys[i]); p = p.plus(new P(dt, -dt)); xs[i] = p.norm(); } }
    static void kinds(int[] a, Kind k) { for (int i = 0; i < a.length; i++) a[i] = k.f(a[i]); }
    static void tri(int[][] t) { for (int i = 0; i < t.length; i++) for (int j = 0; j <= i; j++) t[i][j] = i * j + t[i][j]; }
    static void scatter(int[] o, int[] idx) { for (int i = 0; i < idx.length; i++) o[idx[i]] = i; }
    static void fills(double[][] m, double v) { for (int i = 0; i < m.length; i++) Arrays.fill(m[i], v + i); }
    static void copy(int[][] m, int[][] n) { for (int i = 0; i < m.length; i++) System.arraycopy(n[i], 0, m[i], 0, n[i].length); }
    static double dot(double[] a, double[] b) { double s = 0; for (int i = 0; i < a.length; i++) s += a[i] * b[i]; return s; }
    static int[] hist(int[] a, int k) { int[] h = new int[k]; for (int i = 0; i < a.length; i++) h[Math.floorMod(a[i], k)]++; return h; }
    static void sieve(boolean[] c) { int n = c.length; for (int p = 2; p * p < n; p++) if (!c[p]) for (int q = p * p; q < n; q += p) c[q] = true; }
    static void shl(int[] a, int s) { for (int i = 0; i < 1000; i++) { int q = i << s; if (q >= 0 && q < a.length) a[q] = a[q] * 3 + i; } }
    static void modidx(int[] a, int n) { for (int i = 0; i < n; i++) { int q = i * 40503 % 65536; if (q >= 0 && q < a.length) a[q] += i; } }
    static void thr(int[] o, int[] a, int[] d) { for (int i = 0; i < a.length; i++) o[i] = a[i] > 5 ? 0 : 100 / d[i] + a[i + 1]; }
    static void nulls(int[][] t, int[] d) { for (int i = 0; i < t.length; i++) t[i][d[i]] = 12 / d[i]; }
    static String tried(Runnable r) { try { r.run(); return "ok"; } catch (RuntimeException e) { return e.getClass().getSimpleName() + " " + e.getMessage(); } }
    public static void main(String[] args) {
        for (int n : new int[]{0, 1, 9, 3000, 66000}) {
            double[] x = new double[n], y = new double[n]; int[] a = new int[n];
            for (int i = 0; i < n; i++) { x[i] = i * 0.5; y[i] = i % 5; a[i] = i * 31 % 101 - 50; }
            move(x, y, 0.25);
            kinds(a, Kind.B); kinds(a, Kind.C);
            System.out.println(Arrays.hashCode(x) + " " + Arrays.hashCode(a) + " " + Arrays.toString(hist(a, 7)));
            boolean[] c = new boolean[n]; sieve(c); System.out.println(Arrays.hashCode(c));
            int[] w = new int[n]; shl(w, 22); shl(w, 3); shl(w, 30); modidx(w, n * 2); System.out.println(Arrays.hashCode(w));
        }
        int[][] t = new int[40][]; for (int i = 0; i < 40; i++) t[i] = new int[i + 1 + i % 3]; tri(t); System.out.println(Arrays.deepHashCode(t));
        double[][] m = new double[30][8]; fills(m, 2); System.out.println(Arrays.deepHashCode(m));
        int[][] r = new int[40][43]; copy(r, t); System.out.println(Arrays.deepHashCode(r));
        System.out.println(tried(() -> copy(new int[40][3], t)));
        int[] o = new int[5];
        System.out.println(tried(() -> scatter(o, new int[]{4, 2, 9, 1})) + " " + o[4]);
        System.out.println(tried(() -> thr(new int[4], new int[]{1, 7, 2}, new int[]{1, 0, 3})));
        System.out.println(tried(() -> thr(new int[4], new int[]{1, 7, 2}, new int[]{1, 2, 3})));
        System.out.println(tried(() -> thr(new int[4], new int[]{1, 3, 2}, new int[]{1, 2, 3})));
        System.out.println(tried(() -> nulls(new int[][]{{1, 2, 3}, {4}, {5}}, new int[]{1, 0, 2})));
        System.out.println(tried(() -> nulls(new int[][]{{1, 2, 3}, {4}, {5}}, new int[]{1, 3, 0})));
        System.out.println(tried(() -> tri(new int[][]{{1}, {2}})));
    }
}
