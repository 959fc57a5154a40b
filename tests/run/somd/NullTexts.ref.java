/** What Java says of an array that is null, where a region uses it: which one it was, and for what. */
public class NullTexts {
    static int[] table;
    final double[] weights;

    NullTexts(double[] weights) { this.weights = weights; }

    static void load(int[] a, int[] t) {
        for (int i = 0; i < a.length; i++) a[i] = t[i] + 1;
    }

    static void store(int[] a, byte[] t) {
        for (int i = 0; i < a.length; i++) {
            a[i] = i;
            t[i] = (byte) i;
        }
    }

    static void added(int[] a, long[] t) {
        for (int i = 0; i < a.length; i++) {
            a[i] = 2 * i;
            t[i] += a[i];
        }
    }

    static int look(float[] values, int k) { return (int) values[k] + (int) values[k + 1]; }

    static void helper(int[] a, float[] t) {
        for (int i = 0; i < a.length - 1; i++) a[i] = look(t, i);
    }

    static void local(int[] a, char[] t, boolean swap) {
        int k = a.length / 2;
        char[] u = t;
        for (int i = 0; i < a.length; i++) a[i] = u[k] + i;
    }

    static void field(int[] a) {
        for (int i = 0; i < a.length; i++) a[i] = table[i & 1];
    }

    void own(int[] a) {
        for (int i = 0; i < a.length; i++) a[i] = (int) weights[i & 1];
    }

    static long sum(short[] v, boolean[] use) {
        long s = 0;
        for (int i = 0; i < v.length; i++) if (use[i]) s += v[i];
        return s;
    }

    static void rows(double[][] g, double[] t) {
        for (int i = 0; i < g.length; i++)
            for (int j = 0; j < 3; j++) g[i][j] = t[j];
    }

    static void before(double[] x, double[] t) {
        double[] old = x.clone();
        for (int i = 1; i < x.length - 1; i++) x[i] = old[i - 1] + t[i];
    }

    static void show(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what);
        } catch (NullPointerException e) {
            System.out.println(what + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        int[] a = new int[5];
        show("load", () -> load(a, null));
        show("load from none", () -> load(new int[0], null));
        show("length", () -> load(null, a));
        show("store", () -> store(a, null));
        show("added", () -> added(a, null));
        show("helper", () -> helper(a, null));
        show("local", () -> local(a, null, false));
        show("field", () -> field(a));
        show("own", () -> new NullTexts(null).own(a));
        show("sum", () -> sum(new short[3], null));
        show("no sum", () -> sum(null, new boolean[3]));
        show("rows", () -> rows(new double[2][3], null));
        show("no rows", () -> rows(null, new double[3]));
        show("a row", () -> rows(new double[2][], new double[3]));
        show("before", () -> before(new double[5], null));
    }
}
