import java.util.*;
/** Plain loops: what one instance of each method does. */
class OneInstance {
    static class Stats {
        double sum; int n;
        Stats(double sum, int n) { this.sum = sum; this.n = n; }
    }
    static int indices(long[] a) { int s = 0; for (int i = 0; i < a.length; i++) s += i; return s; }
    static int five(long[] a) { int s = 5; for (int i = 0; i < a.length; i++) s += (int) a[i]; return s; }
    static int mirrored(long[] a) { int s = 0; for (int i = 0; i < a.length; i++) s += (int) a[a.length - 1 - i]; return s; }
    static int mixed(long[] a) {
        int s = 1;
        for (int k = 0; k < 3; k++) s += k;
        for (int i = 0; i < a.length; i++) s += (int) a[i];
        s += 100;
        for (int k = 0; k < 3; k++) s -= 2;
        return s;
    }
    static int twice(long[] a) { int s = 0; for (int r = 0; r < 2; r++) for (int i = 0; i < a.length; i++) s += (int) a[i]; return s; }
    static int after(long[] a) { int s = 0; for (int i = 0; i < a.length; i++) s += (int) a[i]; return s + 7; }
    static int each(long[] a) { int s = 0; for (long x : a) s += (int) x; return s; }
    static int constant(long[] a) { return a.length + 1; }
    static long product(long[] a) { long p = 3; for (int i = 0; i < a.length; i++) p *= a[i] | 1; return p; }
    static double spread(double[] a) {
        double mean = 0;
        for (int i = 0; i < a.length; i++) mean += a[i];
        mean /= a.length;
        double v = 0;
        for (int i = 0; i < a.length; i++) v += (a[i] - mean) * (a[i] - mean);
        return v;
    }
    static double most(double[] a) { double m = -7.5; for (int i = 0; i < a.length; i++) if (a[i] > m) m = a[i]; return m; }
    static int find(long[] a, long x) { int at = -1; for (int i = 0; i < a.length; i++) if (a[i] == x) { at = i; break; } return at; }
    static int[] counts(long[] a) {
        int[] h = new int[4];
        for (int k = 0; k < 4; k++) h[k] = 10;
        for (int i = 0; i < a.length; i++) h[(int) (a[i] & 3)]++;
        h[0] += 1000;
        return h;
    }
    static long[] lows(long[] a) {
        long[] h = new long[3];
        Arrays.fill(h, 99);
        for (int i = 0; i < a.length; i++) h[(int) (a[i] % 3)] = Math.min(h[(int) (a[i] % 3)], a[i]);
        return h;
    }
    static long[] squares(long[] a) { long[] q = new long[a.length]; for (int i = 0; i < a.length; i++) q[i] = a[i] * a[i]; return q; }
    static long[] evens(long[] a) {
        List<Long> found = new ArrayList<>();
        for (int i = 0; i < a.length; i++) if (a[i] % 2 == 0) found.add(a[i]);
        long[] out = new long[found.size()];
        for (int k = 0; k < out.length; k++) out[k] = found.get(k);
        return out;
    }
    static Map<String, Integer> words(String[] w) {
        Map<String, Integer> m = new TreeMap<>();
        for (int i = 0; i < w.length; i++) m.merge(w[i], 1, Integer::sum);
        return m;
    }
    static Map<String, Integer> begun(String[] w) {
        Map<String, Integer> m = new TreeMap<>();
        m.put("all", 1);
        for (int i = 0; i < w.length; i++) m.merge(w[i], 1, Integer::sum);
        return m;
    }
    static List<Long> odd(long[] a) { List<Long> l = new ArrayList<>(); for (int i = 0; i < a.length; i++) if (a[i] % 2 != 0) l.add(a[i]); return l; }
    static <T> List<T> every(T[] a, int step) { List<T> l = new ArrayList<>(); for (int i = 0; i < a.length; i++) if (i % step == 0) l.add(a[i]); return l; }
    static Stats stats(double[] a) { double s = 0; int n = 0; for (int i = 0; i < a.length; i++) { s += a[i]; n++; } return new Stats(s, n); }

    static String text(String[] w) { String s = ""; for (int i = 0; i < w.length; i++) s += w[i].charAt(1); return s; }
    static String framed(String[] w) { String s = "<"; for (int i = 0; i < w.length; i++) s += w[i].charAt(1); return s; }
    static List<Long> down(long[] a) { List<Long> l = new ArrayList<>(); for (int i = a.length - 1; i >= 0; i--) l.add(a[i]); return l; }
    static List<Long> again(long[] a) { List<Long> l = new ArrayList<>(); for (int r = 0; r < 2; r++) for (int i = 0; i < a.length; i++) l.add(a[i] + r); return l; }
    static int prefix(long[] a) { int s = 0, t = 0; for (int i = 0; i < a.length; i++) { s += (int) a[i]; t += s; } return t; }
    static List<Long> distinct(long[] a) { List<Long> l = new ArrayList<>(); for (int i = 0; i < a.length; i++) if (!l.contains(a[i] % 40)) l.add(a[i] % 40); return l; }
    static long mixed(List<Long> l) { long h = l.size(); for (long x : l) h = h * 31 + x; return h; }

    // With `sync`: what is read is from before.
    static double doubled(double[] x) { double m = 0; for (int i = 0; i < x.length; i++) { x[i] *= 2; m = Math.max(m, x[i]); } return m; }
    static double blocks(double[] x) { double m = 0; for (int i = 0; i < x.length; i++) { x[i] *= 2; m = Math.max(m, x[i]); } return m; }
    static double smooth(double[] x) {
        double s = 0;
        double[] y = x.clone();
        for (int i = 1; i < x.length - 1; i++) x[i] = 0.25 * y[i - 1] + 0.5 * y[i] + 0.25 * y[i + 1];
        for (int i = 0; i < x.length; i++) s += Math.round(x[i]);
        return s;
    }
    static int[] noted(int[] a) {
        int[] h = new int[4];
        for (int i = 0; i < a.length; i++) h[a[i] & 3]++;
        h[0] = 1;
        return h;
    }

    static long hash(long[] a) { long h = a.length; for (long x : a) h = h * 31 + x; return h; }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 20, 100, 5000, 60000}) {
            long[] a = new long[n];
            double[] d = new double[n];
            String[] w = new String[n];
            int[] b = new int[n];
            for (int i = 0; i < n; i++) { a[i] = i * 7919L % 1009; d[i] = i % 9; w[i] = "w" + i * 31 % 7; b[i] = i * 5; }
            System.out.println(n + " " + indices(a) + " " + five(a) + " " + mirrored(a) + " " + mixed(a) + " " + twice(a) + " " + after(a) + " " + each(a)
                + " " + constant(a) + " " + product(a));
            System.out.println(Math.round(spread(d)) + " " + most(d) + " " + find(a, 1008) + " " + find(a, -1) + " " + Arrays.toString(counts(a)) + " "
                + Arrays.toString(lows(a)) + " " + hash(squares(a)) + " " + hash(evens(a)));
            System.out.println(words(w) + " " + begun(w) + " " + odd(a).size() + " " + (n > 1 ? odd(a).get(0) : 0) + " " + every(w, 3).size());
            System.out.println(text(w).hashCode() + " " + framed(w).hashCode() + " " + mixed(down(a)) + " " + mixed(again(a)) + " " + prefix(a) + " " + mixed(distinct(a)));
            Stats s = stats(d);
            System.out.print(s.sum + " " + s.n + " " + doubled(d) + " ");
            System.out.print((n > 8 ? d[8] : 0) + " " + blocks(d) + " " + (n > 8 ? d[8] : 0) + " ");
            System.out.println(smooth(d) + " " + Arrays.toString(noted(b)));
        }
    }
}
