/** The solvers and the data mining among the kernels of PolyBench. */
public class Solvers {
    static void cholesky(int n, double[][] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                for (int k = 0; k < j; k++) {
                    a[i][j] -= a[i][k] * a[j][k];
                }
                a[i][j] /= a[j][j];
            }
            for (int k = 0; k < i; k++) {
                a[i][i] -= a[i][k] * a[i][k];
            }
            a[i][i] = Math.sqrt(a[i][i]);
        }
    }

    static void durbin(int n, double[] r, double[] y) {
        double[] z = new double[n];
        y[0] = -r[0];
        double beta = 1;
        double alpha = -r[0];
        for (int k = 1; k < n; k++) {
            beta = (1 - alpha * alpha) * beta;
            double sum = 0;
            for (int i = 0; i < k; i++) {
                sum += r[k - i - 1] * y[i];
            }
            alpha = -(r[k] + sum) / beta;
            for (int i = 0; i < k; i++) {
                z[i] = y[i] + alpha * y[k - i - 1];
            }
            for (int i = 0; i < k; i++) {
                y[i] = z[i];
            }
            y[k] = alpha;
        }
    }

    static void gramschmidt(int m, int n, double[][] a, double[][] r, double[][] q) {
        for (int k = 0; k < n; k++) {
            double nrm = 0;
            for (int i = 0; i < m; i++) {
                nrm += a[i][k] * a[i][k];
            }
            r[k][k] = Math.sqrt(nrm);
            for (int i = 0; i < m; i++) {
                q[i][k] = a[i][k] / r[k][k];
            }
            for (int j = k + 1; j < n; j++) {
                r[k][j] = 0;
                for (int i = 0; i < m; i++) {
                    r[k][j] += q[i][k] * a[i][j];
                }
                for (int i = 0; i < m; i++) {
                    a[i][j] = a[i][j] - q[i][k] * r[k][j];
                }
            }
        }
    }

    static void lu(int n, double[][] a) {
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

    /** The decomposition as above, with sums in a variable, and the solution of a x = b. */
    static void ludcmp(int n, double[][] a, double[] b, double[] x, double[] y) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double w = a[i][j];
                for (int k = 0; k < j; k++) {
                    w -= a[i][k] * a[k][j];
                }
                a[i][j] = w / a[j][j];
            }
            for (int j = i; j < n; j++) {
                double w = a[i][j];
                for (int k = 0; k < i; k++) {
                    w -= a[i][k] * a[k][j];
                }
                a[i][j] = w;
            }
        }
        for (int i = 0; i < n; i++) {
            double w = b[i];
            for (int j = 0; j < i; j++) {
                w -= a[i][j] * y[j];
            }
            y[i] = w;
        }
        for (int i = n - 1; i >= 0; i--) {
            double w = y[i];
            for (int j = i + 1; j < n; j++) {
                w -= a[i][j] * x[j];
            }
            x[i] = w / a[i][i];
        }
    }

    static void trisolv(int n, double[][] l, double[] x, double[] b) {
        for (int i = 0; i < n; i++) {
            x[i] = b[i];
            for (int j = 0; j < i; j++) {
                x[i] -= l[i][j] * x[j];
            }
            x[i] = x[i] / l[i][i];
        }
    }

    static void covariance(int m, int n, double[][] data, double[][] cov, double[] mean) {
        for (int j = 0; j < m; j++) {
            mean[j] = 0;
            for (int i = 0; i < n; i++) {
                mean[j] += data[i][j];
            }
            mean[j] /= n;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                data[i][j] -= mean[j];
            }
        }
        for (int i = 0; i < m; i++) {
            for (int j = i; j < m; j++) {
                cov[i][j] = 0;
                for (int k = 0; k < n; k++) {
                    cov[i][j] += data[k][i] * data[k][j];
                }
                cov[i][j] /= n - 1.0;
                cov[j][i] = cov[i][j];
            }
        }
    }

    static void correlation(int m, int n, double[][] data, double[][] corr, double[] mean, double[] stddev) {
        double eps = 0.1;
        for (int j = 0; j < m; j++) {
            mean[j] = 0;
            for (int i = 0; i < n; i++) {
                mean[j] += data[i][j];
            }
            mean[j] /= n;
        }
        for (int j = 0; j < m; j++) {
            stddev[j] = 0;
            for (int i = 0; i < n; i++) {
                stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
            }
            stddev[j] /= n;
            stddev[j] = Math.sqrt(stddev[j]);
            stddev[j] = stddev[j] <= eps ? 1 : stddev[j];
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                data[i][j] -= mean[j];
                data[i][j] /= Math.sqrt(n) * stddev[j];
            }
        }
        for (int i = 0; i < m - 1; i++) {
            corr[i][i] = 1;
            for (int j = i + 1; j < m; j++) {
                corr[i][j] = 0;
                for (int k = 0; k < n; k++) {
                    corr[i][j] += data[k][i] * data[k][j];
                }
                corr[j][i] = corr[i][j];
            }
        }
        corr[m - 1][m - 1] = 1;
    }

    /** Symmetric, with a great diagonal, so that it is positive definite. */
    static double[][] definite(int n) {
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = (double) ((i + j) % 17) / 17;
            }
            a[i][i] += n;
        }
        return a;
    }

    static double[][] matrix(int rows, int columns) {
        double[][] a = new double[rows][columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                a[i][j] = (double) ((i * j + 3 * i + 1) % 101) / 10 + (i == j ? 20 : 0);
            }
        }
        return a;
    }

    static double sum(double[] a) {
        double s = 0;
        for (int i = 0; i < a.length; i++) {
            s += a[i] * (1 + i % 13);
        }
        return s;
    }

    static double sum(double[][] a) {
        double s = 0;
        for (int i = 0; i < a.length; i++) {
            s += sum(a[i]) * (1 + i % 7);
        }
        return s;
    }

    static boolean timed;

    static void report(String name, long start, double sum) {
        if (timed) {
            System.out.println("time " + name + " " + (System.nanoTime() - start));
        } else {
            System.out.println(name + " " + sum);
        }
    }

    static void run(String kernel, int n) {
        double[][] a = definite(n);
        double[][] data = matrix(n + n / 4, n);
        double[][] to = new double[n][n];
        double[][] q = new double[n + n / 4][n];
        double[] b = new double[n];
        double[] x = new double[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            b[i] = (i + 1) / (2.0 * n) + 4;
        }
        long start = System.nanoTime();
        switch (kernel) {
            case "cholesky" -> {
                cholesky(n, a);
                report(kernel, start, sum(a));
            }
            case "durbin" -> {
                for (int i = 0; i < n; i++) {
                    b[i] = 1.0 / (n + 1 + i);
                }
                durbin(n, b, y);
                report(kernel, start, Math.round(sum(y) * 1e9));
            }
            case "gramschmidt" -> {
                gramschmidt(n + n / 4, n, data, to, q);
                report(kernel, start, Math.round(sum(to) + sum(q)));
            }
            case "lu" -> {
                lu(n, a);
                report(kernel, start, sum(a));
            }
            case "ludcmp" -> {
                ludcmp(n, a, b, x, y);
                report(kernel, start, sum(a) + sum(x) + sum(y));
            }
            case "trisolv" -> {
                trisolv(n, a, x, b);
                report(kernel, start, sum(x));
            }
            case "covariance" -> {
                covariance(n, n + n / 4, data, to, x);
                report(kernel, start, sum(to));
            }
            case "correlation" -> {
                correlation(n, n + n / 4, data, to, x, y);
                report(kernel, start, sum(to));
            }
            default -> System.out.println("no kernel " + kernel);
        }
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        timed = rounds > 1;
        for (int k = 2; k < args.length; k++) {
            for (int r = 0; r < rounds; r++) {
                run(args[k], n);
            }
        }
    }
}
