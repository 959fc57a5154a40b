/** Arrays that are null where a parallel method is called: Java throws where one is used, and not at all where none is. */
public class NullArrays {
    static void table(int[] a, int[] t, boolean use) {
        for (int i = 0; i < a.length; i++) {
            a[i] = i;
            if (use) a[i] += t[i];
        }
    }

    static void unused(int[] a, int[] t) {
        for (int i = 0; i < a.length; i++) a[i] = 2 * i;
    }

    static void rows(int[] a, int[][] t, boolean use) {
        for (int i = 0; i < a.length; i++) {
            a[i] = i;
            if (use) a[i] += t[i][0];
        }
    }

    static void length(int[] a, int[] t, boolean use) {
        int n = use ? t.length : a.length;
        for (int i = 0; i < n; i++) a[i] = 3 * i;
    }

    static void lengths(int[] a, int[] t, boolean use) {
        for (int i = 0; i < a.length; i++) {
            a[i] = i;
            if (use && i < t.length) a[i] += 1;
        }
    }

    static void stored(int[] a, int[] t, boolean use) {
        for (int i = 0; i < a.length; i++) {
            a[i] = 4 * i;
            if (use) t[i] = 1;
        }
    }

    static double weighed(double[] v, double[] weights, boolean use) {
        double sum = 0;
        for (int i = 0; i < v.length; i++) sum += use ? v[i] * weights[i] : v[i];
        return sum;
    }

    static void twice(int[] a, int[] t, boolean use) {
        for (int i = 0; i < a.length; i++) a[i] = 5 * i;
        if (use)
            for (int i = 0; i < t.length; i++) a[i] += t[i];
    }

    static void apart(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) a[i] = 6 * i;
        for (int i = 0; i < b.length; i++) b[i] = i;
    }

    static int at(int[] t, int i) {
        return t[i % t.length];
    }

    static void helped(int[] a, int[] t, boolean use) {
        for (int i = 0; i < a.length; i++) a[i] = use ? at(t, i) : i;
    }

    static int[] counts(int[] a, int[] t, boolean use) {
        int[] h = new int[4];
        for (int i = 0; i < a.length; i++)
            if (use) h[t[i]]++;
            else h[i & 3]++;
        return h;
    }

    int[] field;

    void fields(int[] a, boolean use) {
        for (int i = 0; i < a.length; i++) {
            a[i] = 7 * i;
            if (use) a[i] += field[i];
        }
    }

    static void shifted(int[] a, int[] t, boolean use) {
        int[] old = a.clone();
        for (int i = 1; i < a.length; i++) a[i] = old[i - 1] + (use ? t[i] : 0);
    }

    static int[] given(int[] a, int[] t) {
        for (int i = 0; i < a.length; i++) a[i] = 8 * i;
        return t;
    }

    interface Step {
        void run();
    }

    static int[] a = new int[0];

    static void show(String name, Step step) {
        for (int i = 0; i < a.length; i++) a[i] = 7 * i;
        try {
            step.run();
        } catch (NullPointerException e) {
            System.out.println(name + ": null");
            return;
        }
        int sum = 0;
        for (int v : a) sum = 31 * sum + v;
        System.out.println(name + ": " + sum);
    }

    static void all(boolean use) {
        show("table", () -> table(a, null, use));
        show("unused", () -> unused(a, null));
        show("rows", () -> rows(a, null, use));
        show("rows of null", () -> rows(a, new int[a.length][], use));
        show("length", () -> length(a, null, use));
        show("lengths", () -> lengths(a, null, use));
        show("stored", () -> stored(a, null, use));
        show("weighed", () -> System.out.println(weighed(new double[] {1, 2, 4}, null, use)));
        show("weighed none", () -> System.out.println(weighed(new double[0], null, use)));
        show("twice", () -> twice(a, null, use));
        show("helped", () -> helped(a, null, use));
        show("counts", () -> System.out.println(counts(a, null, use)[2]));
        show("fields", () -> new NullArrays().fields(a, use));
        show("shifted", () -> shifted(a, null, use));
        show("given", () -> System.out.println(given(a, null) == null));
    }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 5, 40_000}) {
            a = new int[n];
            System.out.println("length " + n);
            all(false);
            all(true);
            show("both", () -> apart(a, a));
            show("second", () -> apart(a, null));
            show("first", () -> apart(null, a));
        }
    }
}
