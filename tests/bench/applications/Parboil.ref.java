/** Kernels of the Parboil suite: stencil, sgemm, spmv, tpacf, histo, cutcp, mri-q, and lbm in two dimensions. */
public class Parboil {
    static void stencil(float c0, float c1, float[] a0, float[] next, int nx, int ny, int nz) {
        for (int i = 1; i < nx - 1; i++) {
            for (int j = 1; j < ny - 1; j++) {
                for (int k = 1; k < nz - 1; k++) {
                    next[i + nx * (j + ny * k)] = (a0[i + nx * (j + ny * (k + 1))] + a0[i + nx * (j + ny * (k - 1))]
                            + a0[i + nx * (j + 1 + ny * k)] + a0[i + nx * (j - 1 + ny * k)] + a0[i + 1 + nx * (j + ny * k)]
                            + a0[i - 1 + nx * (j + ny * k)]) * c1 - a0[i + nx * (j + ny * k)] * c0;
                }
            }
        }
    }

    /** C = alpha A Bᵀ + beta C, of matrices that are stored by columns. */
    static void sgemm(int m, int n, int k, float alpha, float[] a, int lda, float[] b, int ldb, float beta, float[] c, int ldc) {
        for (int mm = 0; mm < m; mm++) {
            for (int nn = 0; nn < n; nn++) {
                float s = 0;
                for (int i = 0; i < k; i++) {
                    s += a[mm + i * lda] * b[nn + i * ldb];
                }
                c[mm + nn * ldc] = c[mm + nn * ldc] * beta + alpha * s;
            }
        }
    }

    /** A sparse matrix in jagged diagonals, times a vector. */
    static void spmv(int dim, float[] dst, float[] data, int[] indices, int[] ptr, int[] perm, float[] x, int[] nzcnt) {
        for (int i = 0; i < dim; i++) {
            float sum = 0;
            int bound = nzcnt[i];
            for (int k = 0; k < bound; k++) {
                int j = ptr[k] + i;
                sum += data[j] * x[indices[j]];
            }
            dst[perm[i]] = sum;
        }
    }

    /** How many pairs of points stand at which angle. */
    static void tpacf(double[] x1, double[] y1, double[] z1, double[] x2, double[] y2, double[] z2, double[] binb, long[] bins) {
        int nbins = bins.length;
        for (int i = 0; i < x1.length; i++) {
            double xi = x1[i];
            double yi = y1[i];
            double zi = z1[i];
            for (int j = 0; j < x2.length; j++) {
                double dot = xi * x2[j] + yi * y2[j] + zi * z2[j];
                int min = 0;
                int max = nbins - 2;
                while (max > min + 1) {
                    int k = (min + max) / 2;
                    if (dot >= binb[k]) {
                        max = k;
                    } else {
                        min = k;
                    }
                }
                if (dot >= binb[min]) {
                    bins[min] += 1;
                } else if (dot < binb[max]) {
                    bins[max + 1] += 1;
                } else {
                    bins[max] += 1;
                }
            }
        }
    }

    /** A histogram whose counts stop at 255. */
    static void histo(int[] img, byte[] histo) {
        int[] counts = new int[histo.length];
        for (int i = 0; i < img.length; i++) {
            counts[img[i]]++;
        }
        for (int i = 0; i < counts.length; i++) {
            histo[i] = (byte) Math.min(counts[i], 255);
        }
    }

    /** The same as the suite's own program counts. */
    static void histoInPlace(int[] img, int[] histo) {
        for (int i = 0; i < img.length; i++) {
            int value = img[i];
            if (histo[value] < 255) {
                histo[value]++;
            }
        }
    }

    static class Atom {
        float x, y, z, q;
    }

    /** The potential on a lattice of charges that are near. */
    static void cutcp(float[] lattice, int nx, int ny, int nz, float h, Atom[] atoms, float cutoff) {
        float a2 = cutoff * cutoff;
        float inva2 = 1 / a2;
        for (int k = 0; k < nz; k++) {
            for (int j = 0; j < ny; j++) {
                for (int i = 0; i < nx; i++) {
                    float x = i * h;
                    float y = j * h;
                    float z = k * h;
                    float energy = 0;
                    for (Atom atom : atoms) {
                        float dx = atom.x - x;
                        float dy = atom.y - y;
                        float dz = atom.z - z;
                        float r2 = dx * dx + dy * dy + dz * dz;
                        if (r2 < a2 && r2 > 0) {
                            float s = 1 - r2 * inva2;
                            energy += atom.q * (float) (1 / Math.sqrt(r2)) * s * s;
                        }
                    }
                    lattice[(k * ny + j) * nx + i] += energy;
                }
            }
        }
    }

    /** The same as the suite's program goes: each atom adds to the points around it. */
    static void cutcpByAtoms(float[] lattice, int nx, int ny, int nz, float h, Atom[] atoms, float cutoff) {
        float a2 = cutoff * cutoff;
        float inva2 = 1 / a2;
        int radius = (int) Math.ceil(cutoff / h);
        for (Atom atom : atoms) {
            int ic = (int) (atom.x / h);
            int jc = (int) (atom.y / h);
            int kc = (int) (atom.z / h);
            for (int k = Math.max(kc - radius, 0); k <= Math.min(kc + radius + 1, nz - 1); k++) {
                for (int j = Math.max(jc - radius, 0); j <= Math.min(jc + radius + 1, ny - 1); j++) {
                    for (int i = Math.max(ic - radius, 0); i <= Math.min(ic + radius + 1, nx - 1); i++) {
                        float dx = atom.x - i * h;
                        float dy = atom.y - j * h;
                        float dz = atom.z - k * h;
                        float r2 = dx * dx + dy * dy + dz * dz;
                        if (r2 < a2 && r2 > 0) {
                            float s = 1 - r2 * inva2;
                            lattice[(k * ny + j) * nx + i] += atom.q * (float) (1 / Math.sqrt(r2)) * s * s;
                        }
                    }
                }
            }
        }
    }

    static void mriq(float[] kx, float[] ky, float[] kz, float[] phiMag, float[] x, float[] y, float[] z, float[] qr, float[] qi) {
        for (int v = 0; v < x.length; v++) {
            float r = 0;
            float im = 0;
            for (int k = 0; k < kx.length; k++) {
                float arg = (float) (2 * Math.PI) * (kx[k] * x[v] + ky[k] * y[v] + kz[k] * z[v]);
                r += phiMag[k] * (float) Math.cos(arg);
                im += phiMag[k] * (float) Math.sin(arg);
            }
            qr[v] = r;
            qi[v] = im;
        }
    }

    static final int[] CX = {0, 1, 0, -1, 0, 1, -1, -1, 1}, CY = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    static final double[] WEIGHT = {4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

    /** One step of a lattice Boltzmann method: collide, and stream to the neighbours, around the borders. */
    static void lbm(double[][][] from, double[][][] to, boolean[][] obstacle, int h, int w, double omega) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                double rho = 0;
                double ux = 0;
                double uy = 0;
                for (int q = 0; q < 9; q++) {
                    rho += from[q][y][x];
                    ux += CX[q] * from[q][y][x];
                    uy += CY[q] * from[q][y][x];
                }
                ux /= rho;
                uy /= rho;
                double u2 = ux * ux + uy * uy;
                for (int q = 0; q < 9; q++) {
                    double value;
                    if (obstacle[y][x]) {
                        value = from[q == 0 ? 0 : q < 5 ? (q + 1) % 4 + 1 : (q - 3) % 4 + 5][y][x];
                    } else {
                        double cu = CX[q] * ux + CY[q] * uy;
                        double eq = WEIGHT[q] * rho * (1 + 3 * cu + 4.5 * cu * cu - 1.5 * u2);
                        value = from[q][y][x] + omega * (eq - from[q][y][x]);
                    }
                    to[q][(y + CY[q] + h) % h][(x + CX[q] + w) % w] = value;
                }
            }
        }
    }

    static double sum(float[] a) {
        double s = 0;
        for (int i = 0; i < a.length; i++) {
            s += a[i] * (1 + i % 13);
        }
        return s;
    }

    static float[] numbers(int n, int seed) {
        float[] a = new float[n];
        for (int i = 0; i < n; i++) {
            a[i] = (float) ((i * seed + i / 7) % 101) / 101;
        }
        return a;
    }

    static double[] sphere(int n, int which) {
        double[] a = new double[n];
        for (int i = 0; i < n; i++) {
            double z = (2.0 * (i * 37 % n) + 1) / n - 1;
            double phi = i * 2.4;
            a[i] = which == 2 ? z : Math.sqrt(1 - z * z) * (which == 0 ? Math.cos(phi) : Math.sin(phi));
        }
        return a;
    }

    static Atom[] atoms(int n, float side) {
        Atom[] atoms = new Atom[n];
        for (int i = 0; i < n; i++) {
            atoms[i] = new Atom();
            atoms[i].x = i * 31 % 101 / 101f * side;
            atoms[i].y = i * 17 % 103 / 103f * side;
            atoms[i].z = i * 7 % 107 / 107f * side;
            atoms[i].q = i % 5 - 2;
        }
        return atoms;
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
        switch (kernel) {
            case "stencil" -> {
                int nz = n / 4 + 4;
                float[] a = numbers(n * n * nz, 31), b = numbers(n * n * nz, 31);
                start = System.nanoTime();
                for (int t = 0; t < 10; t++) {
                    stencil(1 / 6f, 1 / 36f, a, b, n, n, nz);
                    float[] c = a;
                    a = b;
                    b = c;
                }
                report(kernel, start, sum(a));
            }
            case "sgemm" -> {
                float[] a = numbers(n * n, 31), b = numbers(n * n, 17), c = numbers(n * n, 7);
                start = System.nanoTime();
                sgemm(n, n, n, 1.5f, a, n, b, n, 0.5f, c, n);
                report(kernel, start, sum(c));
            }
            case "spmv" -> {
                int dim = n * 16, most = 32;
                int[] nzcnt = new int[dim], perm = new int[dim], ptr = new int[most + 1];
                for (int i = 0; i < dim; i++) {
                    nzcnt[i] = most - (int) ((long) i * most / dim);
                    perm[i] = (int) ((i * 7919L) % dim);
                }
                int total = 0;
                for (int k = 0; k < most; k++) {
                    ptr[k] = total;
                    int rows = 0;
                    while (rows < dim && nzcnt[rows] > k) {
                        rows++;
                    }
                    total += rows;
                }
                float[] data = numbers(total, 31), x = numbers(dim, 17), dst = new float[dim];
                int[] indices = new int[total];
                for (int j = 0; j < total; j++) {
                    indices[j] = (int) ((j * 104729L) % dim);
                }
                start = System.nanoTime();
                for (int t = 0; t < 5; t++) {
                    spmv(dim, dst, data, indices, ptr, perm, x, nzcnt);
                }
                report(kernel, start, sum(dst));
            }
            case "tpacf" -> {
                double[] x = sphere(n * 4, 0), y = sphere(n * 4, 1), z = sphere(n * 4, 2);
                double[] binb = new double[21];
                for (int k = 0; k <= 20; k++) {
                    binb[k] = 1 - k * 0.1 + 0.00123;
                }
                long[] bins = new long[22];
                start = System.nanoTime();
                tpacf(x, y, z, x, y, z, binb, bins);
                double s = 0;
                for (int k = 0; k < bins.length; k++) {
                    s += bins[k] * k;
                }
                report(kernel, start, s);
            }
            case "histo", "histo-in-place" -> {
                int[] img = new int[n * n * 4];
                for (int i = 0; i < img.length; i++) {
                    img[i] = (i * 31 + i / 13 * 7) % (n * 4);
                }
                byte[] out = new byte[n * 4];
                int[] counts = new int[n * 4];
                start = System.nanoTime();
                if (kernel.equals("histo")) {
                    histo(img, out);
                } else {
                    histoInPlace(img, counts);
                }
                double s = 0;
                for (int i = 0; i < out.length; i++) {
                    s += ((out[i] & 255) + counts[i]) * (1 + i % 13);
                }
                report(kernel, start, s);
            }
            case "cutcp", "cutcp-by-atoms" -> {
                int side = n / 8 + 4;
                Atom[] atoms = atoms(n * 2, side * 0.5f);
                float[] lattice = new float[side * side * side];
                start = System.nanoTime();
                if (kernel.equals("cutcp")) {
                    cutcp(lattice, side, side, side, 0.5f, atoms, 3);
                } else {
                    cutcpByAtoms(lattice, side, side, side, 0.5f, atoms, 3);
                }
                report(kernel, start, Math.round(sum(lattice) * 100));
            }
            case "mri-q" -> {
                float[] r = new float[n * 4], im = new float[n * 4];
                float[] kx = numbers(n, 3), ky = numbers(n, 5), kz = numbers(n, 7), phi = numbers(n, 11);
                float[] x = numbers(n * 4, 13), y = numbers(n * 4, 17), z = numbers(n * 4, 19);
                start = System.nanoTime();
                mriq(kx, ky, kz, phi, x, y, z, r, im);
                report(kernel, start, Math.round(sum(r) + sum(im)));
            }
            case "lbm" -> {
                double[][][] a = new double[9][n][n], b = new double[9][n][n];
                boolean[][] obstacle = new boolean[n][n];
                for (int y = 0; y < n; y++) {
                    for (int x = 0; x < n; x++) {
                        obstacle[y][x] = (x - n / 3) * (x - n / 3) + (y - n / 2) * (y - n / 2) < n * n / 64;
                        for (int q = 0; q < 9; q++) {
                            a[q][y][x] = WEIGHT[q] * (1 + 0.3 * CX[q] + (x + y) % 5 / 100.0);
                        }
                    }
                }
                start = System.nanoTime();
                for (int t = 0; t < 4; t++) {
                    lbm(a, b, obstacle, n, n, 1.2);
                    double[][][] c = a;
                    a = b;
                    b = c;
                }
                double s = 0;
                for (int q = 0; q < 9; q++) {
                    for (int y = 0; y < n; y++) {
                        for (int x = 0; x < n; x++) {
                            s += a[q][y][x] * (1 + (q + x + y) % 13);
                        }
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
