class Main {
    static double[] wave(double[] a, int k) {
        double[] b = new double[a.length];
        for (int i = 0; i < a.length; i++) b[i] = a[i] / (1 + (i * 7 + k) % 13);
        return b;
    }

    static double sum(double[] a) {
        double s = 0;
        for (int i = 0; i < a.length; i++) s += a[i];
        return s;
    }

    static double greatest(double[][] a) {
        double m = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < a[i].length; j++) m = Math.max(m, a[i][j]);
        return m;
    }

    static long pairs(long[] a) {
        long s = 0;
        for (int i = 1; i < a.length; i++) s += a[i] ^ a[i - 1];
        return s;
    }

    static int[] quotients(int[] a, int[] by) {
        int[] q = new int[a.length];
        for (int i = 0; i < a.length; i++) q[i] = a[i] / by[i];
        return q;
    }

    static void chosen(int[] a, int[] from, int add) {
        for (int i = 0; i < a.length; i++) a[i] += from[(i + add) * 2];
    }

    static int checked(int[] a, int bad) {
        int s = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] == bad) throw new IllegalStateException("bad " + i);
            s += a[i];
        }
        return s;
    }

    static void attempt(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ended");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e);
        }
    }

    public static void main(String[] args) {
        for (int n : new int[] {3, 300, 16384, 16385, 100000}) {
            double[] a = new double[n];
            for (int i = 0; i < n; i++) a[i] = i % 17 + 0.25;
            double[] b = wave(wave(a, 1), n);
            System.out.println(n + ": " + (sum(b) > 0) + " " + b[n - 1]);
            long[] c = new long[n];
            for (int i = 0; i < n; i++) c[i] = (long) i * 77 % 1001;
            System.out.println(pairs(c));
            double[][] m = new double[n / 50 + 1][100];
            for (int i = 0; i < m.length; i++) for (int j = 0; j < 100; j++) m[i][j] = (i * 37 + j * 91) % 1009;
            System.out.println(greatest(m));
        }
        int n = 60000;
        int[] a = new int[n];
        int[] by = new int[n];
        for (int i = 0; i < n; i++) {
            a[i] = i;
            by[i] = i % 5 + 1;
        }
        int[] q = quotients(a, by);
        System.out.println(q[n - 1] + " " + checked(q, -1));
        by[50000] = 0;
        by[20001] = 0;
        attempt("quotients", () -> quotients(a, by));
        attempt("chosen", () -> chosen(a.clone(), by, 1));
        attempt("chosen", () -> chosen(a.clone(), new int[2 * n + 2], 1));
        attempt("first", () -> checked(a, 100));
        attempt("last", () -> checked(a, n - 1));
        attempt("none", () -> checked(q, 1 << 30));
    }
}
