import java.util.Arrays;

/** Loops with `long` indices and bounds, and bounds in fields that the loop changes. */
public class LongIndices {
    static void plain(long[] o, long n) { for (long i = 0; i < n; i++) o[(int) i] = i * i; }
    static void steps(int[] o, long n) { for (long i = 1; i < n; i += 3) o[(int) i] = (int) i; }
    static void inclusive(int[] o, long n) { for (long i = 0; i <= n; i += 2) o[(int) i] = 5; }
    static void nest(long[] o, long w) {
        for (long v = 0; v < o.length / w; v++) for (long u = 0; u < w; u++) o[(int) (v * w + u)] = v * 1000 + u;
    }
    static void nestOfBounds(double[] o, long h, long w) {
        for (long v = 0; v < h; v++)
            for (long u = 0; u < w; u++) {
                double s = 0;
                for (long k = 0; k < 3; k++) s += v * u + k;
                o[(int) (v * w + u)] = s;
            }
    }
    static void mixed(int[] o, int w, long h) {
        for (long v = 0; v < h; v++) for (int u = 0; u < w; u++) o[(int) (v * w + u)] = (int) v - u;
    }
    static void table(int[][] o, long h, long w) {
        for (long v = 0; v < h; v++) for (long u = 0; u < w; u++) o[(int) v][(int) u] = (int) (v * u);
    }
    static long sum(int[] a, long n) {
        long s = 0;
        for (long i = 0; i < n; i++) s += a[(int) (i % 7)] ^ i;
        return s;
    }
    static long find(int[] a, long n, int k) {
        for (long i = 0; i < n; i++) if (a[(int) i] == k) return i;
        return -1;
    }

    static class Stack {
        int n;
        Stack(int n) { this.n = n; }
        void pop() { n--; }
        int size() { return n; }
    }
    static void shrinking(int[] a) {
        for (int i = 0; i < a.length; i++) {
            Stack s = new Stack(i);
            int c = 0;
            for (int k = 0; k < s.n; k++) { s.n--; c++; }
            Stack t = new Stack(i);
            for (int k = 0; k < t.size(); k++) { t.pop(); c += 100; }
            a[i] = c;
        }
    }
    static void sized(int[] a, Stack s) {
        for (int i = 0; i < s.size(); i++) a[i] = s.size() - i;
    }

    static String tried(Runnable r) {
        try { r.run(); return "ok"; } catch (RuntimeException e) { return e.toString(); }
    }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 5, 60, 6000}) {
            long[] o = new long[n];
            plain(o, n);
            System.out.println("plain " + Arrays.hashCode(o));
            int[] p = new int[n + 2];
            steps(p, n);
            System.out.println("steps " + Arrays.hashCode(p));
            inclusive(p, n);
            System.out.println("inclusive " + Arrays.hashCode(p));
            long w = n > 10 ? 10 : 1;
            nest(o, w);
            System.out.println("nest " + Arrays.hashCode(o));
            double[] d = new double[n];
            nestOfBounds(d, n / w, w);
            System.out.println("nestOfBounds " + Arrays.hashCode(d));
            mixed(p, (int) w, n / w);
            System.out.println("mixed " + Arrays.hashCode(p));
            int[][] t = new int[n / 10 + 1][10];
            table(t, n / 10, 10);
            System.out.println("table " + Arrays.deepHashCode(t));
            int[] q = new int[n + 7];
            for (int i = 0; i < q.length; i++) q[i] = i * 3;
            System.out.println("sum " + sum(q, n) + " " + sum(q, 100_000L));
            System.out.println("find " + find(q, n, 27) + " " + find(q, n, 15000) + " " + find(q, n, 1));
            int[] few = new int[Math.min(n, 200)];
            shrinking(few);
            System.out.println("shrinking " + Arrays.hashCode(few));
            sized(p, new Stack(n));
            System.out.println("sized " + Arrays.hashCode(p));
        }
        System.out.println(tried(() -> nest(new long[4], 0)));
        System.out.println(tried(() -> nest(new long[4], -1)));
        System.out.println(tried(() -> nestOfBounds(new double[4], 3, 1L << 33)));
        System.out.println(tried(() -> steps(new int[9], 1L << 35)));
        System.out.println(tried(() -> inclusive(new int[9], 2147483647L)));
        System.out.println(tried(() -> table(new int[3][3], 1L << 32, 1L << 32)));
        System.out.println(tried(() -> sized(new int[3], null)));
    }
}
