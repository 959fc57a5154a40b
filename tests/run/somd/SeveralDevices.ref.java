class Main {
    static void steps(double[][] a, int turns) {
        for (int t = 0; t < turns; t++)
            {
                double[][] o = new double[a.length][];
                for (int i = 0; i < a.length; i++) o[i] = a[i].clone();
                for (int i = 1; i < a.length - 1; i++)
                    for (int j = 1; j < a[0].length - 1; j++)
                        a[i][j] = (o[i - 1][j] + o[i + 1][j] + o[i][j - 1] + o[i][j + 1]) / 4;
            }
    }

    /** Stores to rows that are not an iteration's own. */
    static void border(double[][] a) {
        for (int j = 0; j < a[0].length; j++) a[0][j] = a[1][j] + a[a.length - 2][j];
    }

    static void blur(byte[][] a, int turns) {
        for (int t = 0; t < turns; t++)
            {
                byte[][] o = new byte[a.length][];
                for (int i = 0; i < a.length; i++) o[i] = a[i].clone();
                for (int i = 1; i < a.length - 1; i++)
                    for (int j = 1; j < a[0].length - 1; j++)
                        a[i][j] = (byte) ((o[i - 1][j] + o[i + 1][j] + o[i][j - 1] + o[i][j + 1] + 4 * o[i][j]) / 8);
            }
    }

    static void line(int[] a, int turns) {
        for (int t = 0; t < turns; t++)
            {
                int[] o = a.clone();
                for (int i = 2; i < a.length - 1; i++) a[i] = o[i - 2] * 3 + o[i + 1] - o[i];
            }
    }

    static double total(double[][] a) {
        double s = 0;
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < a[0].length; j++) s += a[i][j] * 0.1;
        return s;
    }

    static int greatest(int[] a) {
        int m = Integer.MIN_VALUE;
        for (int i = 0; i < a.length; i++) m = Math.max(m, a[i]);
        return m;
    }

    static void count(long[] counts, int[] a) {
        for (int i = 0; i < a.length; i++) counts[(a[i] & 0x7fffffff) % 10] += i % 5;
    }

    /** Reads all elements of another array. */
    static void pairs(double[] f, double[] x) {
        for (int i = 0; i < f.length; i++) {
            double s = 0;
            for (int j = 0; j < x.length; j += 7) s += (x[j] - x[i]) * 0.5;
            f[i] = s;
        }
    }

    /** May fail, and changes in place what it reads. */
    static void look(int[] a, int[] places, int[] b) {
        for (int i = 0; i < a.length; i++) a[i] = a[i] * 2 + b[places[i]];
    }

    static long bits(double[][] a) {
        long h = 0;
        for (double[] row : a) for (double x : row) h = h * 31 + Double.doubleToLongBits(x);
        return h;
    }

    static long bits(int[] a) {
        long h = 0;
        for (int x : a) h = h * 31 + x;
        return h;
    }

    public static void main(String[] args) {
        double[][] a = new double[261][259];
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < a[i].length; j++) a[i][j] = (i * 31 + j * 17) % 23;
        steps(a, 5);
        System.out.println(a[130][7] + " " + a[259][257] + " " + a[1][1]);
        a[131][8] = 1e6;
        a[2][8] = -1e6;
        steps(a, 4);
        border(a);
        steps(a, 3);
        System.out.println(Math.round(total(a) * 10000));
        System.out.println(bits(a));
        steps(a, 1);
        System.out.println(bits(a));

        byte[][] b = new byte[97][203];
        for (int i = 0; i < b.length; i++)
            for (int j = 0; j < b[i].length; j++) b[i][j] = (byte) (i * 7 + j * 13);
        blur(b, 6);
        long h = 0;
        for (byte[] row : b) for (byte x : row) h = h * 31 + x;
        System.out.println(h);

        int[] v = new int[70001];
        for (int i = 0; i < v.length; i++) v[i] = i * i % 1009;
        line(v, 5);
        System.out.println(greatest(v) + " " + bits(v));
        long[] counts = new long[10];
        counts[3] = 1000;
        count(counts, v);
        count(counts, v);
        for (long c : counts) System.out.print(c + " ");
        System.out.println();

        double[] x = new double[3001], f = new double[3001];
        for (int i = 0; i < x.length; i++) x[i] = i * i % 17;
        for (int t = 0; t < 2; t++) {
            pairs(f, x);
            pairs(x, f);
        }
        System.out.println(x[0] + " " + x[1500] + " " + x[3000]);

        int[] places = new int[5000], other = new int[100], c = new int[5000];
        for (int i = 0; i < c.length; i++) {
            c[i] = i;
            places[i] = i % 100;
        }
        for (int k = 0; k < other.length; k++) other[k] = k * k;
        look(c, places, other);
        System.out.println(bits(c));
        places[4321] = 100;
        places[4400] = -1;
        try {
            look(c, places, other);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        places[4321] = 0;
        places[4400] = 0;
    }
}
