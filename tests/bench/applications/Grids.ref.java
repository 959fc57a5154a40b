/** The stencils and the medley among the kernels of PolyBench. */
public class Grids {
    static void adi(int steps, int n, double[][] u, double[][] v, double[][] p, double[][] q) {
        double dx = 1.0 / n;
        double dy = 1.0 / n;
        double dt = 1.0 / steps;
        double mul1 = 2 * dt / (dx * dx);
        double mul2 = 1 * dt / (dy * dy);
        double a = -mul1 / 2;
        double b = 1 + mul1;
        double c = a;
        double d = -mul2 / 2;
        double e = 1 + mul2;
        double f = d;
        for (int t = 1; t <= steps; t++) {
            for (int i = 1; i < n - 1; i++) {
                v[0][i] = 1;
                p[i][0] = 0;
                q[i][0] = v[0][i];
                for (int j = 1; j < n - 1; j++) {
                    p[i][j] = -c / (a * p[i][j - 1] + b);
                    q[i][j] = (-d * u[j][i - 1] + (1 + 2 * d) * u[j][i] - f * u[j][i + 1] - a * q[i][j - 1]) / (a * p[i][j - 1] + b);
                }
                v[n - 1][i] = 1;
                for (int j = n - 2; j >= 1; j--) {
                    v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
                }
            }
            for (int i = 1; i < n - 1; i++) {
                u[i][0] = 1;
                p[i][0] = 0;
                q[i][0] = u[i][0];
                for (int j = 1; j < n - 1; j++) {
                    p[i][j] = -f / (d * p[i][j - 1] + e);
                    q[i][j] = (-a * v[i - 1][j] + (1 + 2 * a) * v[i][j] - c * v[i + 1][j] - d * q[i][j - 1]) / (d * p[i][j - 1] + e);
                }
                u[i][n - 1] = 1;
                for (int j = n - 2; j >= 1; j--) {
                    u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
                }
            }
        }
    }

    static void fdtd2d(int steps, int nx, int ny, double[][] ex, double[][] ey, double[][] hz, double[] fict) {
        for (int t = 0; t < steps; t++) {
            for (int j = 0; j < ny; j++) {
                ey[0][j] = fict[t];
            }
            for (int i = 1; i < nx; i++) {
                for (int j = 0; j < ny; j++) {
                    ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
                }
            }
            for (int i = 0; i < nx; i++) {
                for (int j = 1; j < ny; j++) {
                    ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
                }
            }
            for (int i = 0; i < nx - 1; i++) {
                for (int j = 0; j < ny - 1; j++) {
                    hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
                }
            }
        }
    }

    static void heat3d(int steps, int n, double[][][] a, double[][][] b) {
        for (int t = 1; t <= steps; t++) {
            for (int i = 1; i < n - 1; i++) {
                for (int j = 1; j < n - 1; j++) {
                    for (int k = 1; k < n - 1; k++) {
                        b[i][j][k] = 0.125 * (a[i + 1][j][k] - 2 * a[i][j][k] + a[i - 1][j][k])
                                + 0.125 * (a[i][j + 1][k] - 2 * a[i][j][k] + a[i][j - 1][k])
                                + 0.125 * (a[i][j][k + 1] - 2 * a[i][j][k] + a[i][j][k - 1]) + a[i][j][k];
                    }
                }
            }
            for (int i = 1; i < n - 1; i++) {
                for (int j = 1; j < n - 1; j++) {
                    for (int k = 1; k < n - 1; k++) {
                        a[i][j][k] = 0.125 * (b[i + 1][j][k] - 2 * b[i][j][k] + b[i - 1][j][k])
                                + 0.125 * (b[i][j + 1][k] - 2 * b[i][j][k] + b[i][j - 1][k])
                                + 0.125 * (b[i][j][k + 1] - 2 * b[i][j][k] + b[i][j][k - 1]) + b[i][j][k];
                    }
                }
            }
        }
    }

    static void jacobi1d(int steps, int n, double[] a, double[] b) {
        for (int t = 0; t < steps; t++) {
            for (int i = 1; i < n - 1; i++) {
                b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
            }
            for (int i = 1; i < n - 1; i++) {
                a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
            }
        }
    }

    static void jacobi2d(int steps, int n, double[][] a, double[][] b) {
        for (int t = 0; t < steps; t++) {
            for (int i = 1; i < n - 1; i++) {
                for (int j = 1; j < n - 1; j++) {
                    b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] + a[i - 1][j]);
                }
            }
            for (int i = 1; i < n - 1; i++) {
                for (int j = 1; j < n - 1; j++) {
                    a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i + 1][j] + b[i - 1][j]);
                }
            }
        }
    }

    static void seidel2d(int steps, int n, double[][] a) {
        for (int t = 0; t < steps; t++) {
            for (int i = 1; i <= n - 2; i++) {
                for (int j = 1; j <= n - 2; j++) {
                    a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1]
                            + a[i + 1][j] + a[i + 1][j + 1]) / 9;
                }
            }
        }
    }

    /** Deriche's recursive filter: forwards and backwards along the rows, then along the columns. The coefficients are a Gaussian's. */
    static void deriche(int w, int h, float[] f, float[][] in, float[][] out, float[][] y1, float[][] y2) {
        float a1 = f[0], a2 = f[1], a3 = f[2], a4 = f[3], b1 = f[4], b2 = f[5];
        for (int i = 0; i < w; i++) {
            float ym1 = 0;
            float ym2 = 0;
            float xm1 = 0;
            for (int j = 0; j < h; j++) {
                y1[i][j] = a1 * in[i][j] + a2 * xm1 + b1 * ym1 + b2 * ym2;
                xm1 = in[i][j];
                ym2 = ym1;
                ym1 = y1[i][j];
            }
        }
        for (int i = 0; i < w; i++) {
            float yp1 = 0;
            float yp2 = 0;
            float xp1 = 0;
            float xp2 = 0;
            for (int j = h - 1; j >= 0; j--) {
                y2[i][j] = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2;
                xp2 = xp1;
                xp1 = in[i][j];
                yp2 = yp1;
                yp1 = y2[i][j];
            }
        }
        for (int i = 0; i < w; i++) {
            for (int j = 0; j < h; j++) {
                out[i][j] = y1[i][j] + y2[i][j];
            }
        }
        for (int j = 0; j < h; j++) {
            float tm1 = 0;
            float ym1 = 0;
            float ym2 = 0;
            for (int i = 0; i < w; i++) {
                y1[i][j] = a1 * out[i][j] + a2 * tm1 + b1 * ym1 + b2 * ym2;
                tm1 = out[i][j];
                ym2 = ym1;
                ym1 = y1[i][j];
            }
        }
        for (int j = 0; j < h; j++) {
            float tp1 = 0;
            float tp2 = 0;
            float yp1 = 0;
            float yp2 = 0;
            for (int i = w - 1; i >= 0; i--) {
                y2[i][j] = a3 * tp1 + a4 * tp2 + b1 * yp1 + b2 * yp2;
                tp2 = tp1;
                tp1 = out[i][j];
                yp2 = yp1;
                yp1 = y2[i][j];
            }
        }
        for (int i = 0; i < w; i++) {
            for (int j = 0; j < h; j++) {
                out[i][j] = y1[i][j] + y2[i][j];
            }
        }
    }

    static void floydWarshall(int n, int[][] path) {
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
                }
            }
        }
    }

    static int match(int b1, int b2) {
        return b1 + b2 == 3 ? 1 : 0;
    }

    /** How many bases of a strand of RNA can pair, for each of its parts. */
    static void nussinov(int n, byte[] seq, int[][] table) {
        for (int i = n - 1; i >= 0; i--) {
            for (int j = i + 1; j < n; j++) {
                if (j - 1 >= 0) {
                    table[i][j] = Math.max(table[i][j], table[i][j - 1]);
                }
                if (i + 1 < n) {
                    table[i][j] = Math.max(table[i][j], table[i + 1][j]);
                }
                if (j - 1 >= 0 && i + 1 < n) {
                    if (i < j - 1) {
                        table[i][j] = Math.max(table[i][j], table[i + 1][j - 1] + match(seq[i], seq[j]));
                    } else {
                        table[i][j] = Math.max(table[i][j], table[i + 1][j - 1]);
                    }
                }
                for (int k = i + 1; k < j; k++) {
                    table[i][j] = Math.max(table[i][j], table[i][k] + table[k + 1][j]);
                }
            }
        }
    }

    static double[][] matrix(int rows, int columns, int seed) {
        double[][] a = new double[rows][columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                a[i][j] = ((double) i * (j + seed) + seed) / columns;
            }
        }
        return a;
    }

    static double sum(double[][] a) {
        double s = 0;
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[i].length; j++) {
                s += a[i][j] * (1 + (i * 7 + j) % 13);
            }
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
        int steps = Math.max(n / 8, 2);
        double[][] a = matrix(n, n, 2);
        double[][] b = matrix(n, n, 3);
        double[][] c = matrix(n, n, 4);
        long start;
        switch (kernel) {
            case "adi" -> {
                double[][] q = new double[n][n];
                start = System.nanoTime();
                adi(steps, n, a, b, c, q);
                report(kernel, start, sum(a));
            }
            case "fdtd-2d" -> {
                double[] fict = new double[steps];
                for (int t = 0; t < steps; t++) {
                    fict[t] = t;
                }
                start = System.nanoTime();
                fdtd2d(steps, n, n, a, b, c, fict);
                report(kernel, start, sum(a) + sum(b) + sum(c));
            }
            case "heat-3d" -> {
                int side = n / 8 + 6;
                double[][][] x = new double[side][side][side];
                double[][][] y = new double[side][side][side];
                for (int i = 0; i < side; i++) {
                    for (int j = 0; j < side; j++) {
                        for (int k = 0; k < side; k++) {
                            y[i][j][k] = x[i][j][k] = (i + j + (side - k)) * 10.0 / side;
                        }
                    }
                }
                start = System.nanoTime();
                heat3d(steps, side, x, y);
                double s = 0;
                for (int i = 0; i < side; i++) {
                    s += sum(x[i]);
                }
                report(kernel, start, s);
            }
            case "jacobi-1d" -> {
                double[] x = new double[n * 16];
                double[] y = new double[n * 16];
                for (int i = 0; i < x.length; i++) {
                    x[i] = (i + 2.0) / n;
                    y[i] = (i + 3.0) / n;
                }
                start = System.nanoTime();
                jacobi1d(steps, x.length, x, y);
                report(kernel, start, sum(new double[][] {x}));
            }
            case "jacobi-2d" -> {
                start = System.nanoTime();
                jacobi2d(steps, n, a, b);
                report(kernel, start, sum(a));
            }
            case "seidel-2d" -> {
                start = System.nanoTime();
                seidel2d(steps, n, a);
                report(kernel, start, sum(a));
            }
            case "deriche" -> {
                float[][] in = new float[n][n], out = new float[n][n], y1 = new float[n][n], y2 = new float[n][n];
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j < n; j++) {
                        in[i][j] = (float) ((313 * i + 991 * j) % 65536) / 65535;
                    }
                }
                float alpha = 0.25f;
                float e = (float) Math.exp(-alpha);
                float k = (1 - e) * (1 - e) / (1 + 2 * alpha * e - (float) Math.exp(2 * alpha));
                float[] f = {k, k * e * (alpha - 1), k * e * (alpha + 1), -k * e * e, 2 * e, -e * e};
                start = System.nanoTime();
                deriche(n, n, f, in, out, y1, y2);
                double s = 0;
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j < n; j++) {
                        s += out[i][j] * (1 + (i * 7 + j) % 13);
                    }
                }
                report(kernel, start, s);
            }
            case "floyd-warshall" -> {
                int[][] path = new int[n][n];
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j < n; j++) {
                        path[i][j] = i * j % 7 + 1;
                        if ((i + j) % 13 == 0 || (i + j) % 7 == 0 || (i + j) % 11 == 0) {
                            path[i][j] = 999;
                        }
                    }
                }
                start = System.nanoTime();
                floydWarshall(n, path);
                long s = 0;
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j < n; j++) {
                        s += path[i][j] * (1 + (i * 7 + j) % 13);
                    }
                }
                report(kernel, start, s);
            }
            case "nussinov" -> {
                byte[] seq = new byte[n];
                int[][] table = new int[n][n];
                for (int i = 0; i < n; i++) {
                    seq[i] = (byte) ((i * i + 1) % 7 % 4);
                }
                start = System.nanoTime();
                nussinov(n, seq, table);
                long s = 0;
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j < n; j++) {
                        s += table[i][j] * (1 + (i * 7 + j) % 13);
                    }
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
