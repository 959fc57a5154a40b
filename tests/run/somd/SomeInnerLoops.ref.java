/** Loops whose iterations follow from one another, and of the loops in them some do, some do not. */
public class SomeInnerLoops {
    static void normal(double[] y, double[] t, double[][] a, double[] x) {
        for (int i = 0; i < t.length; i++) {
            t[i] = 0;
            for (int j = 0; j < y.length; j++) {
                t[i] = t[i] + a[i][j] * x[j];
            }
            for (int j = 0; j < y.length; j++) {
                y[j] = y[j] + a[i][j] * t[i];
            }
        }
    }

    static void lu(double[][] a, int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                for (int k = 0; k < j; k++) {
                    a[i][j] -= a[i][k] * a[k][j];
                }
                a[i][j] /= a[j][j];
            }
            for (int j = i; j < n; j++) {
                for (int k = 0; k < i; k++) {
                    a[i][j] -= a[i][k] * a[k][j];
                }
            }
        }
    }

    /** Each row from the one above, then sums along it. */
    static void rows(int[][] a) {
        for (int i = 1; i < a.length; i++) {
            for (int j = 0; j < a[0].length; j++) {
                a[i][j] += 3 * a[i - 1][j];
            }
            for (int j = 2; j < a[0].length; j++) {
                a[i][j] = a[i][j] ^ a[i][j - 1] + a[i][j - 2];
            }
        }
    }

    /** Between the points of a coarser grid: which of the eight is computed from a number. */
    static void finer(long[][] to, long[][] from) {
        for (int i = 0; i < from.length - 1; i++) {
            for (int j = 0; j < from[0].length - 1; j++) {
                for (int k = 0; k < 4; k++) {
                    int di = k >> 1, dj = k & 1;
                    to[2 * i + di][2 * j + dj] += from[i][j] + from[i + di][j + dj];
                }
                to[2 * i + 7 / 4][2 * j + (i * 5 % 2)] *= 3;
            }
        }
    }

    static void show(int n, int m) {
        double[][] a = new double[n][m];
        int[][] whole = new int[n][m];
        long[][] from = new long[n][m], to = new long[2 * n][2 * m];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                a[i][j] = (i * 7 + j * 3) % 11 / 16.0 + (i == j ? n : 0);
                whole[i][j] = i * 5 - j;
                from[i][j] = i * 31 + j * j;
            }
        }
        double[] x = new double[m], y = new double[m], t = new double[n];
        for (int j = 0; j < m; j++) {
            x[j] = 1 + j % 3;
        }
        normal(y, t, a, x);
        System.out.println(java.util.Arrays.hashCode(y) + " " + java.util.Arrays.hashCode(t));
        lu(a, Math.min(n, m));
        System.out.println(java.util.Arrays.deepHashCode(a));
        if (n > 0) {
            rows(whole);
            finer(to, from);
        }
        System.out.println(java.util.Arrays.deepHashCode(whole) + " " + java.util.Arrays.deepHashCode(to));
    }

    public static void main(String[] args) {
        show(0, 0);
        show(1, 1);
        show(3, 5);
        show(40, 33);
        show(3, 40000);
    }
}
