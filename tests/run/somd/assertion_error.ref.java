/** `AssertionError` takes any value as its text: in loops, maps and on one thread alike. */
public class Main {
    static void positive(int[] a, int[] out) {
        for (int i = 0; i < a.length; i++) {
            if (!(a[i] >= 0)) throw new AssertionError("element " + i + " is " + a[i]);
            out[i] = a[i] + 1;
        }
    }

    static void whole(double[] a) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] != Math.rint(a[i])) throw new AssertionError(a[i]);
            a[i] = -a[i];
        }
    }

    static long checked(long x) {
        if (x > 40) throw new AssertionError(x);
        if (x < 0) throw new AssertionError();
        return x * 2;
    }

    static long[] all(long[] v) {
        long[] r = new long[v.length];
        for (int i = 0; i < v.length; i++) r[i] = checked(v[i]);
        return r;
    }

    static void said(Runnable r) {
        try {
            r.run();
            System.out.println("fine");
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        int[] a = new int[40000];
        int[] out = new int[a.length];
        said(() -> positive(a, out));
        a[31234] = -5;
        a[39999] = -6;
        said(() -> positive(a, out));
        said(() -> positive(new int[] {1, -2}, new int[2]));
        said(() -> positive(new int[0], new int[0]));
        double[] d = {1, 2, 3.5};
        said(() -> whole(d));
        long[] v = {1, 41, 3}, w = {1, -1}, x = {20, 21};
        said(() -> System.out.println(all(v)[0]));
        said(() -> System.out.println(all(w)[0]));
        said(() -> System.out.println(all(x)[1]));
        throw new AssertionError("last " + 7);
    }
}
