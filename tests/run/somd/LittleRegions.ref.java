/** Regions with little to do, called often: sums, stores, rows, what shares elements, what is null or empty, and what fails. */
public class LittleRegions {
    static void scale(float[] a, float f) {
        for (int i = 0; i < a.length; i++) {
            a[i] = a[i] * f + i;
        }
    }

    static void shift(long[] to, long[] from, int by) {
        for (int i = 0; i < to.length - by; i++) {
            to[i] = from[i + by] * 3;
        }
    }

    static void both(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] = a[i] + 1;
            b[i] = b[i] * 2;
        }
    }

    static double dot(double[] a, double[] b) {
        double s = 0.5;
        for (int i = 0; i < a.length; i++) {
            s += a[i] * b[i];
        }
        return s;
    }

    static long total(int[] a) {
        long s = 7;
        for (int i = 0; i < a.length; i++) {
            s += a[i];
        }
        return s;
    }

    static int greatest(byte[] a) {
        int m = -1000;
        for (int i = 0; i < a.length; i++) {
            m = Math.max(m, a[i]);
        }
        return m;
    }

    static boolean all(boolean[] a) {
        boolean every = true;
        for (int i = 0; i < a.length; i++) {
            every = every && a[i];
        }
        return every;
    }

    static void grid(double[][] m, double f) {
        for (int i = 0; i < m.length; i++) {
            for (int j = 0; j < m[0].length; j++) {
                m[i][j] = m[i][j] * f + i - j;
            }
        }
    }

    static int[] updated(int[] a, int[] by) {
        for (int i = 0; i < a.length; i++) {
            a[i] = a[i] / by[i];
        }
        return a;
    }

    static void nested(int[] a, int rounds) {
        for (int r = 0; r < rounds; r++) {
            for (int i = 0; i < a.length; i++) {
                a[i] = a[i] * 31 + r;
            }
        }
    }

    int[] own = new int[6];
    static long[] common = {1, 2, 3};

    void step() {
        both(own, own.clone());
        shift(common, common.clone(), 1);
    }

    static double sum(double[][] m) {
        double s = 0;
        for (double[] row : m) {
            for (double v : row) {
                s = s * 0.25 + v;
            }
        }
        return s;
    }

    static String text(int[] a) {
        String s = "";
        for (int v : a) {
            s += v + " ";
        }
        return s;
    }

    static void attempt(String what, int[] a, int[] by) {
        try {
            System.out.println(what + " " + text(updated(a, by)));
        } catch (ArithmeticException | ArrayIndexOutOfBoundsException e) {
            System.out.println(what + " " + e.getMessage());
        } catch (NullPointerException e) {
            System.out.println(what + " null");
        }
    }

    public static void main(String[] args) {
        float[] f = new float[8];
        double[] d = new double[10];
        int[] k = new int[10];
        byte[] b = new byte[5];
        boolean[] flags = {true, true, true};
        double[][] m = new double[4][3];
        double sum = 0;
        LittleRegions object = new LittleRegions();
        for (int r = 0; r < 1000; r++) {
            scale(f, 0.5f);
            d[r % 10] = r * 0.25;
            k[r % 10] = r - 300;
            b[r % 5] = (byte) r;
            flags[r % 3] = r % 7 != 0;
            grid(m, 0.5);
            sum += dot(d, d) + total(k) + greatest(b) + (all(flags) ? 1 : 0);
            object.step();
        }
        System.out.println(sum + " " + f[3] + " " + sum(m) + " " + object.own[5] + " " + common[0]);
        for (int n : new int[] {0, 1, 31, 32}) {
            double[] x = new double[n];
            double[] y = new double[n];
            int[] z = new int[n];
            for (int i = 0; i < n; i++) {
                x[i] = i % 4 * 0.5;
                y[i] = i;
                z[i] = i * i;
            }
            nested(z, 3);
            System.out.println(n + " " + dot(x, y) + " " + total(z) + " " + greatest(new byte[n]) + " " + all(new boolean[n]));
        }
        long[] same = {1, 2, 3, 4, 5};
        shift(same, same, 0);
        System.out.println(same[0] + " " + same[4]);
        shift(same, new long[] {5, 6, 7, 8, 9}, 2);
        System.out.println(same[0] + " " + same[2] + " " + same[3]);
        int[][] rows = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
        both(rows[0], rows[1]);
        both(rows[2], rows[2].clone());
        System.out.println(text(rows[0]) + text(rows[1]) + text(rows[2]));
        double[][] ragged = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
        ragged[1] = new double[] {9, 8, 7};
        grid(ragged, 2);
        ragged[2] = ragged[0];
        grid(new double[0][0], 1);
        System.out.println(sum(ragged));
        attempt("fits", new int[] {8, 9, 10}, new int[] {2, 3, 4});
        attempt("zero", new int[] {8, 9, 10}, new int[] {2, 0, 4});
        attempt("short", new int[] {8, 9, 10}, new int[] {2});
        attempt("no divisors", new int[] {8, 9, 10}, null);
        attempt("nothing", null, new int[] {8});
        attempt("neither", new int[0], null);
        attempt("one", rows[0], rows[0]);
    }
}
