/** Rows that all iterations read, running sums and picked values, on several ranks. */
public class Lists {
    static void eliminate(double[][] a, int k) {
        for (int i = k + 1; i < a.length; i++) {
            double f = a[i][k] / a[k][k];
            a[i][k] = f;
            for (int j = k + 1; j < a[i].length; j++) a[i][j] -= f * a[k][j];
        }
    }

    static long[] moved(long[] a, int from) {
        long[] b = new long[a.length];
        for (int i = 0; i < a.length; i++) b[i] = a[i] * 3 + a[from] - a[0];
        return b;
    }

    static long[] twice(long[] a) {
        long[] b = new long[a.length];
        for (int i = 0; i < a.length; i++) b[i] = a[i] * 2 + i % 7;
        return b;
    }

    static long[] sums(long[] a) {
        long[] b = new long[a.length];
        long s = 5;
        for (int i = 0; i < a.length; i++) {
            s += a[i] * 3;
            b[i] = s;
        }
        return b;
    }

    static double[] weights(double[] a) {
        double[] b = new double[a.length];
        double s = 0;
        for (int i = 0; i < a.length; i++) {
            s += Math.sin(a[i]) * Math.exp(-a[i]) / (1 + a[i] * a[i]);
            b[i] = s;
        }
        return b;
    }

    static int picked(long[] a, long[] to, long above) {
        int k = 0;
        for (int i = 0; i < a.length; i++)
            if (a[i] * a[i] % 1009 > above) to[k++] = a[i];
        return k;
    }

    static long hash(long[] a, int n) {
        long h = 0;
        for (int i = 0; i < n; i++) h = h * 31 + a[i];
        return h;
    }

    public static void main(String[] args) {
        for (int n : new int[] {1, 3, 20, 40}) {
            double[][] a = new double[n][n];
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) a[i][j] = i == j ? n + 1 : (i * 7 + j * 3) % 11 / 11.0;
            for (int k = 0; k < n - 1; k++) eliminate(a, k);
            double det = 1;
            for (int k = 0; k < n; k++) det *= a[k][k] / n;
            System.out.println(n + ": " + det);
        }
        for (int n : new int[] {0, 1, 9, 100, 33000, 70000}) {
            long[] a = new long[n];
            for (int i = 0; i < n; i++) a[i] = i * 7919L % 1009;
            long[] b = twice(a);
            if (n > 0) b = moved(moved(b, n / 2), n - 1);
            long[] s = sums(b);
            long[] to = new long[n];
            int k = picked(b, to, 500);
            System.out.println(n + ": " + hash(b, n) + " " + hash(s, n) + " " + k + " " + hash(to, k) + " " + picked(a, to, 2000));
            double[] x = new double[n];
            for (int i = 0; i < n; i++) x[i] = i % 97 * .125;
            double[] w = weights(x);
            if (n > 0) System.out.println((float) w[n - 1] + " " + (float) w[n / 2]);
        }
        try {
            eliminate(new double[40][20], 30);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
