public class LoopsInOrderOfRegions {
    static void atax(double[][] a, double[] x, double[] y, double[] tmp) {
        for (int i = 0; i < a.length; i++) {
            tmp[i] = 0;
            for (int j = 0; j < x.length; j++) {
                tmp[i] = tmp[i] + a[i][j] * x[j];
            }
            for (int j = 0; j < x.length; j++) {
                y[j] = y[j] + a[i][j] * tmp[i];
            }
        }
    }

    static void lu(int n, float[][] a) {
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

    /** Sums downwards, by steps, and of long counters. */
    static void sums(double[] s, double[][] a, int[] from, int step) {
        for (int i = 0; i < s.length; i++) {
            for (int j = from.length - 1; j >= 0; j--) {
                s[i] += a[i][j] * from[j];
            }
            for (int j = 0; j < from.length; j += 3) {
                s[i] -= a[j][i];
            }
            for (int j = 1; j < from.length; j += step) {
                s[i] = s[i] * 0.5 + a[i][j];
            }
            for (long j = 0; j < from.length; j++) {
                s[i] += j;
            }
        }
    }

    /** Each element from those before it in its row, and those behind. */
    static void rows(long[][] a) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[0].length; j++) {
                for (int k = 0; k < j; k++) {
                    a[i][j] += a[i][k] * k;
                }
                for (int k = j + 1; k < a[0].length; k++) {
                    a[i][j] ^= a[i][k];
                }
                for (int k = 0; k < a[0].length; k++) {
                    a[i][j] += a[i][k];
                }
            }
        }
    }

    /** A while loop with a way out in the middle, between parallel ones. */
    static long collatz(int[] a, long[] steps) {
        for (int i = 0; i < a.length; i++) {
            a[i] = i + 1;
        }
        long most = 0;
        int at = 0;
        while (true) {
            if (at >= a.length) {
                break;
            }
            int n = a[at];
            steps[at] = 0;
            while (n != 1) {
                n = n % 2 == 0 ? n / 2 : 3 * n + 1;
                steps[at]++;
            }
            most = Math.max(most, steps[at]);
            at++;
        }
        for (int i = 0; i < a.length; i++) {
            steps[i] = steps[i] * 2 + a[i];
        }
        return most;
    }

    /** What is read under the old name is what was there before. */
    static int twoNames(int[] a, int[] b) {
        int[] kept = new int[a.length];
        for (int i = 0; i < a.length; i++) {
            kept[i] = a[i] + b[i];
        }
        {
            for (int i = 1; i < a.length; i++) {
                a[i] = a[i - 1] + b[i];
            }
        }
        for (int i = 0; i < a.length; i++) {
            a[i] = a[i] * 10 + kept[i];
        }
        return a[a.length - 1] + b[b.length - 1];
    }

    /** Fails at the place that `at` says, when sums have begun. */
    static void fails(double[] a, int[] at, double[] from) {
        for (int i = 0; i < a.length; i++) {
            a[i] = a[i] + 1;
        }
        for (int i = 0; i < at.length; i++) {
            for (int j = 0; j < at[i]; j++) {
                a[i] += from[j];
            }
        }
        for (int i = 0; i < a.length; i++) {
            a[i] = a[i] * 2;
        }
    }

    static boolean sieve(boolean[] composite) {
        for (int i = 0; i < composite.length; i++) {
            composite[i] = i < 2;
        }
        for (int p = 2; p * p < composite.length; p++) {
            if (composite[p]) {
                continue;
            }
            for (int k = p * p; k < composite.length; k += p) {
                composite[k] = true;
            }
        }
        return composite[composite.length - 1];
    }

    static void bytes(byte[] a, char[] c, short[] s) {
        for (int i = 0; i < a.length; i++) {
            a[i] += s[i];
        }
        {
            for (int i = 1; i < a.length; i++) {
                a[i] ^= a[i - 1];
                c[i] += a[i - 1];
            }
        }
        for (int i = 0; i < a.length; i++) {
            c[i] = (char) (c[i] + a[i]);
        }
    }

    static void small(double[] a, double f) {
        for (int i = 0; i < a.length; i++) {
            a[i] = a[i] * f + i;
        }
    }

    static double dot(double[] a, double[] b) {
        double s = 0;
        for (int i = 0; i < a.length; i++) {
            s += a[i] * b[i];
        }
        return s;
    }

    static int greatest(int[] a) {
        int m = Integer.MIN_VALUE;
        for (int i = 0; i < a.length; i++) {
            m = Math.max(m, a[i]);
        }
        return m;
    }

    static int calls(int rounds) {
        double[] a = new double[5];
        int[] b = new int[9];
        int sum = 0;
        for (int r = 0; r < rounds; r++) {
            small(a, 0.5);
            b[r % 9] = r - 3;
            sum += greatest(b) + (int) dot(a, a);
        }
        return sum;
    }

    static double sum(double[] a) {
        double s = 0;
        for (double v : a) {
            s = s * 0.5 + v;
        }
        return s;
    }

    static void attempt(String name, double[] a, int[] at, double[] from) {
        try {
            fails(a, at, from);
            System.out.println(name + " " + sum(a));
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(name + " " + e.getMessage());
        } catch (NullPointerException e) {
            System.out.println(name + " null");
        }
    }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 7, 50}) {
            double[][] a = new double[n][n];
            float[][] f = new float[n][n];
            double[] x = new double[n];
            for (int i = 0; i < n; i++) {
                x[i] = 1.0 / (i + 1);
                for (int j = 0; j < n; j++) {
                    a[i][j] = i * 3 - j;
                    f[i][j] = i == j ? n + 1 : 1.0f / (1 + i + j);
                }
            }
            long[][] rows = new long[n][n];
            int[] from = new int[n];
            for (int i = 0; i < n; i++) {
                from[i] = i - 5;
                for (int j = 0; j < n; j++) {
                    rows[i][j] = i * n + j;
                }
            }
            double[] sums = new double[n];
            sums(sums, a, from, 2);
            rows(rows);
            long all = 0;
            for (long[] row : rows) {
                for (long v : row) {
                    all = all * 31 + v;
                }
            }
            System.out.println("sums " + sum(sums) + " rows " + all);
            double[] y = new double[n];
            double[] tmp = new double[n];
            atax(a, x, y, tmp);
            System.out.println("atax " + sum(y) + " " + sum(tmp));
            atax(a, x, x, tmp);
            System.out.println("atax of one " + sum(x) + " " + sum(tmp));
            lu(n, f);
            float s = 0;
            for (float[] row : f) {
                for (float v : row) {
                    s = s * 0.5f + v;
                }
            }
            System.out.println("lu " + s);
        }
        int[] a = new int[30];
        long[] steps = new long[30];
        System.out.println(collatz(a, steps) + " " + steps[26] + " " + steps[29]);
        System.out.println(twoNames(a, a) + " " + twoNames(a, new int[30]) + " " + a[17]);
        attempt("all", new double[] {1, 2, 3, 4}, new int[] {3, 0, 2}, new double[] {0.5, 0.25, 8});
        attempt("behind", new double[] {1, 2, 3, 4}, new int[] {3, 4, 2}, new double[] {0.5, 0.25, 8});
        attempt("none", new double[] {1, 2}, new int[] {0, 0}, null);
        attempt("null", new double[] {1, 2}, new int[] {0, 1}, null);
        boolean[] composite = new boolean[100];
        System.out.println(sieve(composite) + " " + composite[97] + " " + composite[91]);
        byte[] b = {1, 127, 3, -4};
        char[] c = {'a', 'b', 'c', 'd'};
        bytes(b, c, new short[] {5, 1, 300, -1});
        System.out.println(b[1] + " " + b[3] + " " + (int) c[0] + " " + (int) c[3]);
        System.out.println(calls(1000));
    }
}
