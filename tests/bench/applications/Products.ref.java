/** The matrix products and the updates of BLAS among the kernels of PolyBench. */
public class Products {
    static void gemm(int ni, int nj, int nk, double alpha, double beta, double[][] c, double[][] a, double[][] b) {
        for (int i = 0; i < ni; i++) {
            for (int j = 0; j < nj; j++) {
                c[i][j] *= beta;
            }
            for (int k = 0; k < nk; k++) {
                for (int j = 0; j < nj; j++) {
                    c[i][j] += alpha * a[i][k] * b[k][j];
                }
            }
        }
    }

    static void gemver(int n, double alpha, double beta, double[][] a, double[] u1, double[] v1, double[] u2, double[] v2,
            double[] w, double[] x, double[] y, double[] z) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = a[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                x[i] = x[i] + beta * a[j][i] * y[j];
            }
        }
        for (int i = 0; i < n; i++) {
            x[i] = x[i] + z[i];
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                w[i] = w[i] + alpha * a[i][j] * x[j];
            }
        }
    }

    static void gesummv(int n, double alpha, double beta, double[][] a, double[][] b, double[] tmp, double[] x, double[] y) {
        for (int i = 0; i < n; i++) {
            tmp[i] = 0;
            y[i] = 0;
            for (int j = 0; j < n; j++) {
                tmp[i] = a[i][j] * x[j] + tmp[i];
                y[i] = b[i][j] * x[j] + y[i];
            }
            y[i] = alpha * tmp[i] + beta * y[i];
        }
    }

    /** C = alpha A B + beta C, where A is symmetric and its lower triangle is stored. */
    static void symm(int m, int n, double alpha, double beta, double[][] c, double[][] a, double[][] b) {
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                double temp = 0;
                for (int k = 0; k < i; k++) {
                    c[k][j] += alpha * b[i][j] * a[i][k];
                    temp += b[k][j] * a[i][k];
                }
                c[i][j] = beta * c[i][j] + alpha * b[i][j] * a[i][i] + alpha * temp;
            }
        }
    }

    static void syrk(int n, int m, double alpha, double beta, double[][] c, double[][] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                c[i][j] *= beta;
            }
            for (int k = 0; k < m; k++) {
                for (int j = 0; j <= i; j++) {
                    c[i][j] += alpha * a[i][k] * a[j][k];
                }
            }
        }
    }

    static void syr2k(int n, int m, double alpha, double beta, double[][] c, double[][] a, double[][] b) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                c[i][j] *= beta;
            }
            for (int k = 0; k < m; k++) {
                for (int j = 0; j <= i; j++) {
                    c[i][j] += a[j][k] * alpha * b[i][k] + b[j][k] * alpha * a[i][k];
                }
            }
        }
    }

    /** B = alpha Aᵀ B, where A is triangular with ones on its diagonal. */
    static void trmm(int m, int n, double alpha, double[][] a, double[][] b) {
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                for (int k = i + 1; k < m; k++) {
                    b[i][j] += a[k][i] * b[k][j];
                }
                b[i][j] = alpha * b[i][j];
            }
        }
    }

    static void twoProducts(int ni, int nj, int nk, int nl, double alpha, double beta, double[][] tmp, double[][] a, double[][] b,
            double[][] c, double[][] d) {
        for (int i = 0; i < ni; i++) {
            for (int j = 0; j < nj; j++) {
                tmp[i][j] = 0;
                for (int k = 0; k < nk; k++) {
                    tmp[i][j] += alpha * a[i][k] * b[k][j];
                }
            }
        }
        for (int i = 0; i < ni; i++) {
            for (int j = 0; j < nl; j++) {
                d[i][j] *= beta;
                for (int k = 0; k < nj; k++) {
                    d[i][j] += tmp[i][k] * c[k][j];
                }
            }
        }
    }

    static void product(int ni, int nj, int nk, double[][] to, double[][] a, double[][] b) {
        for (int i = 0; i < ni; i++) {
            for (int j = 0; j < nj; j++) {
                to[i][j] = 0;
                for (int k = 0; k < nk; k++) {
                    to[i][j] += a[i][k] * b[k][j];
                }
            }
        }
    }

    static void threeProducts(int n, double[][] e, double[][] f, double[][] g, double[][] a, double[][] b, double[][] c, double[][] d) {
        product(n, n, n, e, a, b);
        product(n, n, n, f, c, d);
        product(n, n, n, g, e, f);
    }

    static void atax(int m, int n, double[][] a, double[] x, double[] y, double[] tmp) {
        for (int i = 0; i < n; i++) {
            y[i] = 0;
        }
        for (int i = 0; i < m; i++) {
            tmp[i] = 0;
            for (int j = 0; j < n; j++) {
                tmp[i] = tmp[i] + a[i][j] * x[j];
            }
            for (int j = 0; j < n; j++) {
                y[j] = y[j] + a[i][j] * tmp[i];
            }
        }
    }

    static void bicg(int m, int n, double[][] a, double[] s, double[] q, double[] p, double[] r) {
        for (int i = 0; i < m; i++) {
            s[i] = 0;
        }
        for (int i = 0; i < n; i++) {
            q[i] = 0;
            for (int j = 0; j < m; j++) {
                s[j] = s[j] + r[i] * a[i][j];
                q[i] = q[i] + a[i][j] * p[j];
            }
        }
    }

    static void mvt(int n, double[] x1, double[] x2, double[] y1, double[] y2, double[][] a) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                x1[i] = x1[i] + a[i][j] * y1[j];
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                x2[i] = x2[i] + a[j][i] * y2[j];
            }
        }
    }

    static void doitgen(int nr, int nq, int np, double[][][] a, double[][] c4, double[] sum) {
        for (int r = 0; r < nr; r++) {
            for (int q = 0; q < nq; q++) {
                for (int p = 0; p < np; p++) {
                    sum[p] = 0;
                    for (int s = 0; s < np; s++) {
                        sum[p] += a[r][q][s] * c4[s][p];
                    }
                }
                for (int p = 0; p < np; p++) {
                    a[r][q][p] = sum[p];
                }
            }
        }
    }

    static double[][] matrix(int rows, int columns, int seed) {
        double[][] a = new double[rows][columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                a[i][j] = (double) ((i * (j + seed) + seed) % columns) / columns;
            }
        }
        return a;
    }

    static double[] vector(int n, int seed) {
        double[] a = new double[n];
        for (int i = 0; i < n; i++) {
            a[i] = 1 + (double) ((i * seed) % n) / n;
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

    /** One kernel's run at size n, of data that it makes anew. */
    static void run(String kernel, int n) {
        int m = n + n / 4;
        double[][] a = matrix(n, n, 1);
        double[][] b = matrix(n, n, 2);
        double[][] c = matrix(n, n, 3);
        double[][] d = matrix(n, n, 5);
        double[] x = vector(n, 3);
        double[] y = vector(n, 2);
        double[] z = new double[n];
        double[] w = new double[n];
        long start = System.nanoTime();
        switch (kernel) {
            case "gemm" -> {
                double[][] wide = matrix(n, m, 2);
                double[][] high = matrix(m, n, 2);
                start = System.nanoTime();
                gemm(n, n, m, 1.5, 1.2, c, wide, high);
                report(kernel, start, sum(c));
            }
            case "gemver" -> {
                double[] v1 = vector(n, 5);
                double[] v2 = vector(n, 7);
                start = System.nanoTime();
                gemver(n, 1.5, 1.2, a, x, v1, y, v2, w, z, vector(n, 9), vector(n, 4));
                report(kernel, start, sum(w));
            }
            case "gesummv" -> {
                gesummv(n, 1.5, 1.2, a, b, w, x, z);
                report(kernel, start, sum(z));
            }
            case "symm" -> {
                symm(n, n, 1.5, 1.2, c, a, b);
                report(kernel, start, sum(c));
            }
            case "syrk" -> {
                syrk(n, n, 1.5, 1.2, c, a);
                report(kernel, start, sum(c));
            }
            case "syr2k" -> {
                syr2k(n, n, 1.5, 1.2, c, a, b);
                report(kernel, start, sum(c));
            }
            case "trmm" -> {
                trmm(n, n, 1.5, a, b);
                report(kernel, start, sum(b));
            }
            case "2mm" -> {
                double[][] tmp = new double[n][n];
                start = System.nanoTime();
                twoProducts(n, n, n, n, 1.5, 1.2, tmp, a, b, c, d);
                report(kernel, start, sum(d));
            }
            case "3mm" -> {
                double[][] e = new double[n][n];
                double[][] f = new double[n][n];
                double[][] g = new double[n][n];
                start = System.nanoTime();
                threeProducts(n, e, f, g, a, b, c, d);
                report(kernel, start, sum(g));
            }
            case "atax" -> {
                atax(n, n, a, x, y, w);
                report(kernel, start, sum(y));
            }
            case "bicg" -> {
                bicg(n, n, a, z, w, x, y);
                report(kernel, start, sum(z) + sum(w));
            }
            case "mvt" -> {
                mvt(n, z, w, x, y, a);
                report(kernel, start, sum(z) + sum(w));
            }
            case "doitgen" -> {
                int r = n / 4;
                double[][][] cube = new double[r][r][];
                for (int i = 0; i < r; i++) {
                    cube[i] = matrix(r, n, i + 1);
                }
                start = System.nanoTime();
                doitgen(r, r, n, cube, c, w);
                double s = 0;
                for (int i = 0; i < r; i++) {
                    s += sum(cube[i]);
                }
                report(kernel, start, s);
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
