/** The same in one thread. Arrays that are read and stored to by strides, on several ranks: flat matrices and cubes, pairs, rows ahead, rows that are skipped. */
public class Strides {
    static void heat(double[] a, int n, int m, int steps) {
        for (int t = 0; t < steps; t++)
        {
            double[] b = a.clone();
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < m - 1; j++)
                    a[i * m + j] = (b[(i - 1) * m + j] + b[(i + 1) * m + j] + b[i * m + j - 1] + b[i * m + j + 1]) / 4;
        }
    }

    static double[] product(double[] a, double[] b, int n) {
        double[] c = new double[n * n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double s = 0;
                for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
                c[i * n + j] = s;
            }
        return c;
    }

    static void turn(double[] x, double f) {
        int n = x.length / 2;
        for (int i = 0; i < n; i++) {
            double re = x[2 * i], im = x[2 * i + 1];
            x[2 * i] = re * f - im;
            x[2 * i + 1] = re + im * f;
        }
    }

    static long[] ahead(long[] a, int far) {
        long[] b = new long[a.length - far];
        for (int i = 0; i < b.length; i++) {
            long s = 0;
            for (int k = 0; k <= far; k++) s = s * 3 + a[i + k];
            b[i] = s;
        }
        return b;
    }

    static int[] planes(int[] a, int n, int m, int l) {
        int[] b = new int[n * m * l];
        for (int i = 1; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int k = 0; k < l; k++)
                    b[(i * m + j) * l + k] = a[(i * m + j) * l + k] * 5 + a[((i - 1) * m + j) * l + l - 1 - k];
        return b;
    }

    static float[][] half(float[][] a) {
        float[][] b = new float[a.length / 2][a[0].length];
        for (int i = 0; i < b.length; i++)
            for (int j = 0; j < b[i].length; j++)
                b[i][j] = a[2 * i][j] * 2 + a[2 * i + 1][j];
        return b;
    }

    static int row(int[] a, int m, int from) {
        int n = a.length / m;
        for (int i = 0; i < n; i++)
            for (int j = from; j < m; j++) a[i * m + j] += i * 100 / (j + 1 - from);
        return a.length;
    }

    static long[] turned(long[] a) {
        long[] b = new long[a.length];
        for (int i = 0; i < b.length; i++) b[i] = a[a.length - 1 - i] * 2 + a[i] + i;
        return b;
    }

    static long largest(int[] a, int m) {
        long most = Long.MIN_VALUE;
        int n = a.length / m;
        for (int i = 0; i < n; i++) most = Math.max(most, a[i * m] * 7L + a[i * m + m - 1]);
        return most;
    }

    static double sum(double[] a) {
        double s = 0;
        for (int i = 0; i < a.length; i++) s = s * .75 + a[i];
        return s;
    }

    static long hash(int[] a) {
        long h = 0;
        for (int x : a) h = h * 31 + x;
        return h;
    }

    public static void main(String[] args) {
        for (int n : new int[] {1, 2, 3, 5, 17, 40}) {
            int m = n + 3;
            double[] a = new double[n * m];
            for (int i = 0; i < a.length; i++) a[i] = i * 17 % 23;
            heat(a, n, m, 4);
            heat(a, n, m, 1);
            System.out.println(n + ": " + sum(a) + " " + a[a.length / 2]);
            double[] c = product(a, a, n);
            turn(c, .5);
            turn(a, .25);
            System.out.println(sum(product(c, a, n)) + " " + sum(c));
            long[] l = new long[n * 3 + 2];
            for (int i = 0; i < l.length; i++) l[i] = i * 5L % 7;
            l = turned(ahead(turned(ahead(l, 2)), 1));
            System.out.println(l.length + " " + l[l.length - 1] + " " + l[0]);
            int[] cube = new int[n * 4 * 3];
            for (int i = 0; i < cube.length; i++) cube[i] = i * 7 % 11;
            cube = planes(planes(cube, n, 4, 3), n, 4, 3);
            row(cube, 6, 1);
            row(cube, 4, 0);
            System.out.println(largest(cube, 6) + " " + largest(cube, 1) + " " + hash(cube));
            float[][] f = new float[2 * n + 1][3];
            for (int i = 0; i < f.length; i++) for (int j = 0; j < 3; j++) f[i][j] = i * 3 + j;
            f = half(f);
            if (n > 3) f = half(f);
            System.out.println(f.length + " " + f[f.length - 1][2] + " " + f[0][1]);
        }
        try {
            product(new double[10], new double[16], 4);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
