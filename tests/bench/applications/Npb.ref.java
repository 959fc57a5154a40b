/** Kernels of the NAS Parallel Benchmarks: EP, IS, CG, MG and FT. */
public class Npb {
    static final long MASK = (1L << 46) - 1, A = 1220703125L;

    /** The generator's seed after n steps. */
    static long skip(long seed, long n) {
        long a = A;
        long x = seed;
        while (n > 0) {
            if ((n & 1) == 1) {
                x = x * a & MASK;
            }
            a = a * a & MASK;
            n >>= 1;
        }
        return x;
    }

    /** How many pairs of Gaussian deviates lie in which square ring. */
    static void ep(int[] ring, int[] accepted, int blocks, int perBlock) {
        for (int b = 0; b < blocks; b++) {
            long seed = skip(271828183L, (long) b * perBlock * 2);
            int[] q = new int[10];
            int n = 0;
            for (int i = 0; i < perBlock; i++) {
                seed = seed * A & MASK;
                double x = 2 * (seed * (1.0 / (1L << 46))) - 1;
                seed = seed * A & MASK;
                double y = 2 * (seed * (1.0 / (1L << 46))) - 1;
                double t = x * x + y * y;
                if (t <= 1) {
                    double f = Math.sqrt(-2 * Math.log(t) / t);
                    int l = (int) Math.max(Math.abs(x * f), Math.abs(y * f));
                    q[l]++;
                    n++;
                }
            }
            for (int l = 0; l < 10; l++) {
                ring[b * 10 + l] = q[l];
            }
            accepted[b] = n;
        }
    }

    /** The ranks of keys, by counting. */
    static void is(int[] keys, int[] counts, int[] ranks) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] = 0;
        }
        for (int i = 0; i < keys.length; i++) {
            counts[keys[i]]++;
        }
        for (int i = 1; i < counts.length; i++) {
            counts[i] += counts[i - 1];
        }
        for (int i = 0; i < keys.length; i++) {
            ranks[i] = counts[keys[i]];
        }
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    static void multiply(double[] value, int[] column, int[] rowStart, double[] x, double[] y) {
        for (int i = 0; i < y.length; i++) {
            double sum = 0;
            for (int k = rowStart[i]; k < rowStart[i + 1]; k++) {
                sum += value[k] * x[column[k]];
            }
            y[i] = sum;
        }
    }

    static double conjugateGradient(double[] value, int[] column, int[] rowStart, double[] x, double[] z) {
        int n = x.length;
        double[] p = new double[n], q = new double[n], r = new double[n];
        for (int i = 0; i < n; i++) {
            z[i] = 0;
            r[i] = x[i];
            p[i] = r[i];
        }
        double rho = dot(r, r);
        for (int it = 0; it < 25; it++) {
            multiply(value, column, rowStart, p, q);
            double alpha = rho / dot(p, q);
            double rho0 = rho;
            for (int i = 0; i < n; i++) {
                z[i] += alpha * p[i];
                r[i] -= alpha * q[i];
            }
            rho = dot(r, r);
            double beta = rho / rho0;
            for (int i = 0; i < n; i++) {
                p[i] = r[i] + beta * p[i];
            }
        }
        multiply(value, column, rowStart, z, r);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double d = x[i] - r[i];
            sum += d * d;
        }
        return Math.sqrt(sum);
    }

    /** r = v - A u, of a grid that is periodic by its border. */
    static void residual(double[][][] u, double[][][] v, double[][][] r, double[] a) {
        int n = u.length;
        for (int i3 = 1; i3 < n - 1; i3++) {
            for (int i2 = 1; i2 < n - 1; i2++) {
                double[] u1 = new double[n];
                double[] u2 = new double[n];
                for (int i1 = 0; i1 < n; i1++) {
                    u1[i1] = u[i3][i2 - 1][i1] + u[i3][i2 + 1][i1] + u[i3 - 1][i2][i1] + u[i3 + 1][i2][i1];
                    u2[i1] = u[i3 - 1][i2 - 1][i1] + u[i3 - 1][i2 + 1][i1] + u[i3 + 1][i2 - 1][i1] + u[i3 + 1][i2 + 1][i1];
                }
                for (int i1 = 1; i1 < n - 1; i1++) {
                    r[i3][i2][i1] = v[i3][i2][i1] - a[0] * u[i3][i2][i1] - a[2] * (u2[i1] + u1[i1 - 1] + u1[i1 + 1])
                            - a[3] * (u2[i1 - 1] + u2[i1 + 1]);
                }
            }
        }
        border(r);
    }

    static void smooth(double[][][] r, double[][][] u, double[] c) {
        int n = u.length;
        for (int i3 = 1; i3 < n - 1; i3++) {
            for (int i2 = 1; i2 < n - 1; i2++) {
                double[] r1 = new double[n];
                double[] r2 = new double[n];
                for (int i1 = 0; i1 < n; i1++) {
                    r1[i1] = r[i3][i2 - 1][i1] + r[i3][i2 + 1][i1] + r[i3 - 1][i2][i1] + r[i3 + 1][i2][i1];
                    r2[i1] = r[i3 - 1][i2 - 1][i1] + r[i3 - 1][i2 + 1][i1] + r[i3 + 1][i2 - 1][i1] + r[i3 + 1][i2 + 1][i1];
                }
                for (int i1 = 1; i1 < n - 1; i1++) {
                    u[i3][i2][i1] = u[i3][i2][i1] + c[0] * r[i3][i2][i1] + c[1] * (r[i3][i2][i1 - 1] + r[i3][i2][i1 + 1] + r1[i1])
                            + c[2] * (r2[i1] + r1[i1 - 1] + r1[i1 + 1]);
                }
            }
        }
        border(u);
    }

    static void border(double[][][] u) {
        int n = u.length;
        for (int i3 = 1; i3 < n - 1; i3++) {
            for (int i2 = 1; i2 < n - 1; i2++) {
                u[i3][i2][0] = u[i3][i2][n - 2];
                u[i3][i2][n - 1] = u[i3][i2][1];
            }
        }
        for (int i3 = 1; i3 < n - 1; i3++) {
            for (int i1 = 0; i1 < n; i1++) {
                u[i3][0][i1] = u[i3][n - 2][i1];
                u[i3][n - 1][i1] = u[i3][1][i1];
            }
        }
        for (int i2 = 0; i2 < n; i2++) {
            for (int i1 = 0; i1 < n; i1++) {
                u[0][i2][i1] = u[n - 2][i2][i1];
                u[n - 1][i2][i1] = u[1][i2][i1];
            }
        }
    }

    /** The residual on the next coarser grid. */
    static void restrict(double[][][] fine, double[][][] coarse) {
        int n = coarse.length;
        for (int j3 = 1; j3 < n - 1; j3++) {
            int i3 = 2 * j3 - 1;
            for (int j2 = 1; j2 < n - 1; j2++) {
                int i2 = 2 * j2 - 1;
                for (int j1 = 1; j1 < n - 1; j1++) {
                    int i1 = 2 * j1 - 1;
                    double near = 0, edge = 0, corner = 0;
                    for (int d = -1; d <= 1; d += 2) {
                        near += fine[i3 + d][i2][i1] + fine[i3][i2 + d][i1] + fine[i3][i2][i1 + d];
                        for (int e = -1; e <= 1; e += 2) {
                            edge += fine[i3 + d][i2 + e][i1] + fine[i3 + d][i2][i1 + e] + fine[i3][i2 + d][i1 + e];
                            corner += fine[i3 + d][i2 + e][i1 - 1] + fine[i3 + d][i2 + e][i1 + 1];
                        }
                    }
                    coarse[j3][j2][j1] = 0.5 * fine[i3][i2][i1] + 0.25 * near + 0.125 * edge + 0.0625 * corner;
                }
            }
        }
        border(coarse);
    }

    /** Adds what the coarser grid has to the finer one, between its points too. */
    static void interpolate(double[][][] z, double[][][] u) {
        int n = z.length;
        for (int i3 = 0; i3 < n - 1; i3++) {
            for (int i2 = 0; i2 < n - 1; i2++) {
                for (int i1 = 0; i1 < n - 1; i1++) {
                    for (int k = 0; k < 8; k++) {
                        int d3 = k >> 2, d2 = k >> 1 & 1, d1 = k & 1;
                        double s = 0;
                        for (int e3 = 0; e3 <= d3; e3++) {
                            for (int e2 = 0; e2 <= d2; e2++) {
                                for (int e1 = 0; e1 <= d1; e1++) {
                                    s += z[i3 + e3][i2 + e2][i1 + e1];
                                }
                            }
                        }
                        u[2 * i3 + d3][2 * i2 + d2][2 * i1 + d1] += s / (1 << d3 + d2 + d1);
                    }
                }
            }
        }
    }

    static void zero(double[][][] u) {
        for (int i = 0; i < u.length; i++) {
            for (int j = 0; j < u.length; j++) {
                for (int k = 0; k < u.length; k++) {
                    u[i][j][k] = 0;
                }
            }
        }
    }

    static double mg(int levels, int cycles) {
        double[][][][] u = new double[levels + 1][][][], r = new double[levels + 1][][][];
        for (int l = 1; l <= levels; l++) {
            int n = (1 << l) + 2;
            u[l] = new double[n][n][n];
            r[l] = new double[n][n][n];
        }
        int n = (1 << levels) + 2;
        double[][][] v = new double[n][n][n];
        for (int i = 0; i < 20; i++) {
            v[1 + i * 7 % (n - 2)][1 + i * 5 % (n - 2)][1 + i * 3 % (n - 2)] = i < 10 ? -1 : 1;
        }
        border(v);
        double[] a = {-8.0 / 3, 0, 1.0 / 6, 1.0 / 12};
        double[] c = {-3.0 / 8, 1.0 / 32, -1.0 / 64, 0};
        residual(u[levels], v, r[levels], a);
        for (int it = 0; it < cycles; it++) {
            for (int l = levels; l > 1; l--) {
                restrict(r[l], r[l - 1]);
            }
            zero(u[1]);
            smooth(r[1], u[1], c);
            for (int l = 2; l < levels; l++) {
                zero(u[l]);
                interpolate(u[l - 1], u[l]);
                residual(u[l], r[l], r[l], a);
                smooth(r[l], u[l], c);
            }
            interpolate(u[levels - 1], u[levels]);
            residual(u[levels], v, r[levels], a);
            smooth(r[levels], u[levels], c);
            residual(u[levels], v, r[levels], a);
        }
        return norm(r[levels]);
    }

    static double norm(double[][][] r) {
        int n = r.length;
        double s = 0;
        for (int i = 1; i < n - 1; i++) {
            for (int j = 1; j < n - 1; j++) {
                for (int k = 1; k < n - 1; k++) {
                    s += r[i][j][k] * r[i][j][k];
                }
            }
        }
        return Math.sqrt(s / ((double) (n - 2) * (n - 2) * (n - 2)));
    }

    /** Each row is transformed; the roots of unity are in a table. */
    static void rows(double[][] re, double[][] im, double[] cos, double[] sin, int sign) {
        int n = cos.length;
        for (int row = 0; row < re.length; row++) {
            double[] x = re[row];
            double[] y = im[row];
            for (int i = 0; i < n; i++) {
                int j = Integer.reverse(i) >>> Integer.numberOfLeadingZeros(n) + 1;
                if (i < j) {
                    double t = x[i];
                    x[i] = x[j];
                    x[j] = t;
                    t = y[i];
                    y[i] = y[j];
                    y[j] = t;
                }
            }
            for (int half = 1; half < n; half *= 2) {
                for (int i = 0; i < n; i += 2 * half) {
                    for (int k = 0; k < half; k++) {
                        double wr = cos[k * (n / (2 * half))];
                        double wi = sign * sin[k * (n / (2 * half))];
                        double tr = x[i + k + half] * wr - y[i + k + half] * wi;
                        double ti = x[i + k + half] * wi + y[i + k + half] * wr;
                        x[i + k + half] = x[i + k] - tr;
                        y[i + k + half] = y[i + k] - ti;
                        x[i + k] += tr;
                        y[i + k] += ti;
                    }
                }
            }
        }
    }

    static void transpose(double[][] from, double[][] to) {
        for (int i = 0; i < from.length; i++) {
            for (int j = 0; j < from.length; j++) {
                to[j][i] = from[i][j];
            }
        }
    }

    static void evolve(double[][] re, double[][] im, double[][] toRe, double[][] toIm, int step) {
        int n = re.length;
        double ap = -4 * 1e-6 * Math.PI * Math.PI;
        for (int i = 0; i < n; i++) {
            int kk = (i + n / 2) % n - n / 2;
            for (int j = 0; j < n; j++) {
                int jj = (j + n / 2) % n - n / 2;
                double f = Math.exp(ap * (kk * kk + jj * jj) * step);
                toRe[i][j] = re[i][j] * f;
                toIm[i][j] = im[i][j] * f;
            }
        }
    }

    /** FT, of two dimensions. */
    static double ft(int n, int steps) {
        double[] cos = new double[n], sin = new double[n];
        for (int i = 0; i < n; i++) {
            cos[i] = Math.cos(2 * Math.PI * i / n);
            sin[i] = Math.sin(2 * Math.PI * i / n);
        }
        double[][] re = new double[n][n], im = new double[n][n], r2 = new double[n][n], i2 = new double[n][n];
        long seed = 314159265L;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                seed = seed * A & MASK;
                re[i][j] = seed * (1.0 / (1L << 46));
                seed = seed * A & MASK;
                im[i][j] = seed * (1.0 / (1L << 46));
            }
        }
        rows(re, im, cos, sin, 1);
        transpose(re, r2);
        transpose(im, i2);
        rows(r2, i2, cos, sin, 1);
        double sum = 0;
        for (int t = 1; t <= steps; t++) {
            evolve(r2, i2, re, im, t);
            rows(re, im, cos, sin, -1);
            double[][] tr = new double[n][n], ti = new double[n][n];
            transpose(re, tr);
            transpose(im, ti);
            rows(tr, ti, cos, sin, -1);
            for (int k = 1; k <= 64; k++) {
                sum += tr[k * 3 % n][k * 5 % n] + ti[k * 3 % n][k * 5 % n];
            }
        }
        return sum / n / n;
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
        long start;
        double s = 0;
        switch (kernel) {
            case "ep" -> {
                int[] ring = new int[n * 10], accepted = new int[n];
                start = System.nanoTime();
                ep(ring, accepted, n, n * 16);
                for (int b = 0; b < n; b++) {
                    s += accepted[b];
                    for (int l = 0; l < 10; l++) {
                        s += ring[b * 10 + l] * l;
                    }
                }
                report(kernel, start, s);
            }
            case "is" -> {
                int[] keys = new int[n * 64], counts = new int[n * 4], ranks = new int[n * 64];
                long seed = 314159265L;
                for (int i = 0; i < keys.length; i++) {
                    double x = 0;
                    for (int k = 0; k < 4; k++) {
                        seed = seed * A & MASK;
                        x += seed * (1.0 / (1L << 46));
                    }
                    keys[i] = (int) (counts.length / 4 * x);
                }
                start = System.nanoTime();
                for (int t = 0; t < 5; t++) {
                    keys[t] = t;
                    is(keys, counts, ranks);
                }
                for (int i = 0; i < ranks.length; i++) {
                    s += ranks[i] * (1 + i % 13);
                }
                report(kernel, start, s);
            }
            case "cg" -> {
                int size = n * 8, per = 9;
                double[] value = new double[size * per], x = new double[size], z = new double[size];
                int[] column = new int[size * per], rowStart = new int[size + 1];
                for (int i = 0; i < size; i++) {
                    x[i] = 1;
                    rowStart[i + 1] = (i + 1) * per;
                    for (int k = 0; k < per; k++) {
                        column[i * per + k] = (i + (k - per / 2) * 37 + size * 4) % size;
                        value[i * per + k] = k == per / 2 ? 20 + i % 3 : 1.0 / (1 + Math.abs(k - per / 2));
                    }
                }
                start = System.nanoTime();
                double zeta = 0;
                for (int it = 0; it < 3; it++) {
                    double rnorm = conjugateGradient(value, column, rowStart, x, z);
                    double inverse = 1 / Math.sqrt(dot(z, z));
                    zeta = 10 + 1 / dot(x, z);
                    for (int i = 0; i < size; i++) {
                        x[i] = inverse * z[i];
                    }
                }
                report(kernel, start, Math.round(zeta * 1e8));
            }
            case "mg" -> {
                int levels = 2;
                while ((4 << levels) < n) {
                    levels++;
                }
                start = System.nanoTime();
                report(kernel, start, Math.round(mg(levels, 3) * 1e12));
            }
            case "ft" -> {
                int side = 16;
                while (side * 2 <= n) {
                    side *= 2;
                }
                start = System.nanoTime();
                report(kernel, start, Math.round(ft(side, 3) * 1e7));
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
