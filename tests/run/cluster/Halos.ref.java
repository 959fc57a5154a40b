class Main {
    static double[][] copy(double[][] a) {
        double[][] c = new double[a.length][];
        for (int i = 0; i < a.length; i++) c[i] = a[i].clone();
        return c;
    }

    static void step(double[][] a, int turns) {
        for (int t = 0; t < turns; t++) {
            double[][] o = copy(a);
            for (int i = 1; i < a.length - 1; i++)
                for (int j = 1; j < a[i].length - 1; j++)
                    a[i][j] = (o[i - 1][j] + o[i + 1][j] + o[i][j - 1] + o[i][j + 1]) / 4;
        }
    }

    static double[][] shifted(double[][] a) {
        double[][] b = new double[a.length][a[0].length];
        for (int i = 2; i < a.length; i++)
            for (int j = 0; j < a[i].length; j++) b[i - 1][j] = a[i][j] + a[i - 2][j];
        return b;
    }

    static long[] own(long[] a, int plus) {
        long[] b = new long[a.length];
        for (int i = 0; i < a.length; i++) b[i] = a[i] * 3 + plus;
        return b;
    }

    static void inPlace(long[] a) {
        for (int i = 0; i < a.length; i++) a[i] = a[i] ^ (a[i] >> 3);
    }

    static double[] product(double[][] m, double[] x) {
        double[] y = new double[m.length];
        for (int i = 0; i < m.length; i++) {
            double s = 0;
            for (int j = 0; j < x.length; j++) s += m[i][j] * x[j];
            y[i] = s;
        }
        return y;
    }

    static byte[] bytes(byte[] a) {
        byte[] b = new byte[a.length];
        for (int i = 3; i < a.length - 2; i++) b[i] = (byte) (a[i - 3] + a[i + 2]);
        return b;
    }

    static double[][] matrix(int n, int m) {
        double[][] a = new double[n][m];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) a[i][j] = (i * 31 + j * 17) % 23;
        return a;
    }

    static double sum(double[][] a) {
        double s = 0;
        for (double[] row : a) for (double x : row) s += x;
        return s;
    }

    public static void main(String[] args) {
        for (int n : new int[] {1, 2, 3, 4, 7, 40}) {
            double[][] a = matrix(n, 9);
            step(a, 1);
            step(a, 4);
            System.out.println(n + ": " + a[n / 2][4] + " " + sum(a));
            step(a, 3);
            a[n / 2][3] = 100;
            step(a, 1);
            double[] row = a[n - 1].clone();
            row[0] = 5;
            step(a, 2);
            double[][] b = shifted(a);
            System.out.println(sum(b) + " " + b[n - 1][0] + " " + row[0] + " " + sum(a));
            double[] x = new double[9];
            for (int j = 0; j < 9; j++) x[j] = j - 4;
            double[] y = product(b, x);
            double[] z = product(a, x);
            System.out.println(y[n - 1] + " " + y[0] + " " + z[n / 2]);
        }
        double[][] large = matrix(400, 300);
        step(large, 3);
        System.out.println(large[0][0] + " " + large[200][150] + " " + large[399][299] + " " + large[133][7]);
        large[200][150] = -7;
        double[] kept = large[201];
        step(large, 2);
        System.out.println(kept[150] + " " + large[200][150] + " " + sum(large));
        for (int n : new int[] {0, 1, 2, 5, 100, 40000}) {
            long[] a = new long[n];
            for (int i = 0; i < n; i++) a[i] = (long) i * i - 5;
            long[] b = own(own(a, 1), -2);
            inPlace(b);
            b = own(b, n);
            inPlace(b);
            long s = 0;
            for (long v : b) s = s * 31 + v;
            byte[] c = new byte[n];
            for (int i = 0; i < n; i++) c[i] = (byte) (i * 7);
            c = bytes(bytes(c));
            int t = 0;
            for (byte v : c) t = t * 31 + v;
            System.out.println(n + ": " + s + " " + t + (n > 2 ? " " + b[n / 2] + " " + c[n / 3] : ""));
        }
    }
}
