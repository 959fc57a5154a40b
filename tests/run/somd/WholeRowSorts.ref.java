import java.util.Arrays;

/** Sorts of the rows of a matrix, each whole: in place, into a new matrix, of rows that the iteration makes, and of value arrays. */
public class WholeRowSorts {
    static void ints(int[][] a) { for (int i = 0; i < a.length; i++) Arrays.sort(a[i]); }
    static void floats(float[][] a) { for (int i = 0; i < a.length; i++) Arrays.sort(a[i]); }
    static void doubles(double[][] a) { for (int i = 0; i < a.length; i++) Arrays.sort(a[i]); }
    static void longs(long[][] a) { for (int i = 0; i < a.length; i++) Arrays.sort(a[i]); }
    static void shorts(short[][] a) { for (int i = 0; i < a.length; i++) Arrays.sort(a[i]); }
    static void chars(char[][] a) { for (int i = 0; i < a.length; i++) Arrays.sort(a[i]); }
    static void bytes(byte[][] a) { for (int i = 0; i < a.length; i++) Arrays.sort(a[i]); }

    /** Only some rows. */
    static void some(int[][] a, int from, int to) { for (int i = from; i < to; i++) Arrays.sort(a[i]); }
    /** Rows that an iteration makes. */
    static int[][] made(int[][] a, int by) {
        int[][] out = new int[a.length][a[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[i].length; j++) out[i][j] = a[i][j] * by % 101;
            Arrays.sort(out[i]);
        }
        return out;
    }
    /** What stands before may throw: rows before the one that fails are sorted, as in order. */
    static void failing(int[][] a, int[] by) {
        for (int i = 0; i < a.length; i++) {
            a[i][0] = a[i][1] / by[i];
            Arrays.sort(a[i]);
        }
    }
    /** With something behind. */
    static int[] medians(int[][] a) {
        int[] out = new int[a.length];
        for (int i = 0; i < a.length; i++) {
            int[] row = a[i].clone();
            Arrays.sort(row);
            out[i] = row[row.length / 2];
        }
        return out;
    }
    static int[][] twice(int[][] a) {
        int[][] out = new int[a.length][a[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[i].length; j++) out[i][j] = -a[i][j];
            Arrays.sort(out[i]);
        }
        for (int i = 0; i < out.length; i++) {
            for (int j = 0; j < out[i].length; j++) out[i][j] = -out[i][j] / 2;
            Arrays.sort(out[i]);
        }
        return out;
    }
    /** Parts of rows. */
    static void tails(int[][] a) { for (int i = 0; i < a.length; i++) Arrays.sort(a[i], 1, a[i].length); }
    /** Another row than its own. */
    static int[][] turned(int[][] a) {
        int[][] out = new int[a.length][a[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[i].length; j++) out[a.length - 1 - i][j] = a[i][j];
            Arrays.sort(out[a.length - 1 - i]);
        }
        return out;
    }
    static long hash(long h, long x) { return h * 31 + (x ^ x >>> 32); }
    static int number(int i, int j) { return ((i * 7919 + j * 104729) ^ (j << 7)) % 100003 - 50000; }
    static long hash(int[][] a) {
        long h = 0;
        for (int[] r : a) for (int x : r) h = hash(h, x);
        return h;
    }

    static void one(int n, int m) {
        int[][] k = new int[n][m];
        float[][] f = new float[n][m];
        double[][] d = new double[n][m];
        long[][] l = new long[n][m];
        short[][] s = new short[n][m];
        char[][] c = new char[n][m];
        byte[][] b = new byte[n][m];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                int x = number(i, j);
                k[i][j] = x % 13 == 0 ? Integer.MIN_VALUE : x % 17 == 0 ? Integer.MAX_VALUE : x;
                f[i][j] = x % 11 == 0 ? -0f : x % 5 == 0 ? 0f : x % 13 == 0 ? Float.intBitsToFloat((x % 2 == 0 ? 0x7fc00000 : 0xffc00000) + j % 1000)
                    : x % 19 == 0 ? Float.NEGATIVE_INFINITY : x % 23 == 0 ? Float.POSITIVE_INFINITY : x / 8f;
                d[i][j] = x % 11 == 0 ? -0.0 : x % 5 == 0 ? 0.0 : x % 13 == 0 ? Double.longBitsToDouble(0x7ff8000000000000L + j)
                    : x % 19 == 0 ? Double.NEGATIVE_INFINITY : x % 23 == 0 ? Double.POSITIVE_INFINITY : x / 8.0;
                l[i][j] = x % 13 == 0 ? Long.MIN_VALUE : x * 10000000000L;
                s[i][j] = (short) x;
                c[i][j] = (char) x;
                b[i][j] = (byte) x;
            }
        int[][] given = new int[n][];
        float[][] floats = new float[n][];
        for (int i = 0; i < n; i++) {
            given[i] = k[i].clone();
            floats[i] = f[i].clone();
        }
        ints(k);
        floats(f);
        doubles(d);
        longs(l);
        shorts(s);
        chars(c);
        bytes(b);
        long h = hash(k), nan = 0;
        for (float[] r : f) for (float x : r) h = hash(h, Float.floatToIntBits(x));
        for (float[] r : f) for (float x : r) nan = x == x ? nan : hash(nan, Float.floatToRawIntBits(x));
        for (double[] r : d) for (double x : r) h = hash(h, Double.doubleToLongBits(x));
        for (double[] r : d) for (double x : r) nan = x == x ? nan : hash(nan, Double.doubleToRawLongBits(x));
        for (long[] r : l) for (long x : r) h = hash(h, x);
        for (short[] r : s) for (short x : r) h = hash(h, x);
        for (char[] r : c) for (char x : r) h = hash(h, x);
        for (byte[] r : b) for (byte x : r) h = hash(h, x);
        System.out.println(n + " x " + m + ": " + h + " " + nan);
        int[][] chain = new int[n][m], behind = new int[n][m];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) chain[i][j] = given[i][j] * 3 % 17;
            Arrays.sort(chain[i]);
            for (int j = 0; j < m; j++) behind[i][j] = k[i][j] + 1;
        }
        System.out.println(true + " " + hash(chain) + " " + hash(behind));
    }

    public static void main(String[] args) {
        int[][] sizes = {{0, 5}, {1, 1}, {3, 2}, {7, 3}, {40, 31}, {9, 32}, {33, 33}, {20, 64}, {5, 100}, {300, 7}, {3, 1000}, {2, 2048}, {2, 2049}, {3, 4100}, {1, 9001}};
        for (int[] size : sizes) one(size[0], size[1]);
        int[][] a = new int[50][9];
        for (int i = 0; i < 50; i++) for (int j = 0; j < 9; j++) a[i][j] = number(i, j);
        System.out.println(hash(made(a, 7)) + " " + hash(twice(a)) + " " + hash(turned(a)) + " " + Arrays.toString(medians(a)));
        some(a, 10, 20);
        System.out.println(hash(a));
        tails(a);
        System.out.println(hash(a));
        int[] by = new int[50];
        Arrays.fill(by, 3);
        failing(a, by);
        System.out.println(hash(a));
        by[30] = 0;
        try {
            failing(a, by);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            some(a, 40, 51);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
