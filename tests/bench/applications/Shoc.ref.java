/** Kernels of the SHOC suite: triad, reduction, scan, radix sort, md and fft. */
public class Shoc {
    static void triad(float[] a, float[] b, float[] c, float s) {
        for (int i = 0; i < a.length; i++) {
            c[i] = a[i] + s * b[i];
        }
    }

    static long reduction(int[] a) {
        long sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i];
        }
        return sum;
    }

    static void scan(int[] in, int[] out) {
        int sum = 0;
        for (int i = 0; i < in.length; i++) {
            out[i] = sum;
            sum += in[i];
        }
    }

    /** One pass of a radix sort by four bits: each block counts, the counts are summed up, each block puts its keys. */
    static void pass(int[] keys, int[] out, int shift, int block) {
        int blocks = (keys.length + block - 1) / block;
        int[][] counts = new int[16][blocks];
        for (int b = 0; b < blocks; b++) {
            int end = Math.min((b + 1) * block, keys.length);
            for (int i = b * block; i < end; i++) {
                counts[keys[i] >>> shift & 15][b]++;
            }
        }
        int at = 0;
        for (int d = 0; d < 16; d++) {
            for (int b = 0; b < blocks; b++) {
                int count = counts[d][b];
                counts[d][b] = at;
                at += count;
            }
        }
        for (int b = 0; b < blocks; b++) {
            int end = Math.min((b + 1) * block, keys.length);
            for (int i = b * block; i < end; i++) {
                out[counts[keys[i] >>> shift & 15][b]++] = keys[i];
            }
        }
    }

    static void sort(int[] keys, int[] tmp) {
        for (int shift = 0; shift < 32; shift += 8) {
            pass(keys, tmp, shift, 1024);
            pass(tmp, keys, shift + 4, 1024);
        }
    }

    /** Forces between atoms of a list of neighbours. */
    static void md(double[][] force, double[][] position, int[] neighbours, int most, double cutsq, double lj1, double lj2) {
        int n = position.length;
        for (int i = 0; i < n; i++) {
            double fx = 0, fy = 0, fz = 0;
            int j = 0;
            while (j < most) {
                int k = neighbours[j * n + i];
                double dx = position[i][0] - position[k][0];
                double dy = position[i][1] - position[k][1];
                double dz = position[i][2] - position[k][2];
                double r2 = dx * dx + dy * dy + dz * dz;
                if (r2 < cutsq) {
                    double r2inv = 1 / r2;
                    double r6inv = r2inv * r2inv * r2inv;
                    double f = r2inv * r6inv * (lj1 * r6inv - lj2);
                    fx += dx * f;
                    fy += dy * f;
                    fz += dz * f;
                }
                j++;
            }
            force[i][0] = fx;
            force[i][1] = fy;
            force[i][2] = fz;
        }
    }

    /** Transforms of 512 points each, side by side. */
    static void fft(double[] re, double[] im, int batches) {
        int n = 512;
        for (int b = 0; b < batches; b++) {
            int base = b * n;
            int j = 0;
            for (int i = 0; i < n - 1; i++) {
                if (i < j) {
                    double t = re[base + i];
                    re[base + i] = re[base + j];
                    re[base + j] = t;
                    t = im[base + i];
                    im[base + i] = im[base + j];
                    im[base + j] = t;
                }
                int k = n >> 1;
                while (k <= j) {
                    j -= k;
                    k >>= 1;
                }
                j += k;
            }
            for (int len = 2; len <= n; len <<= 1) {
                double angle = -2 * Math.PI / len;
                for (int i = 0; i < n; i += len) {
                    for (int k = 0; k < len / 2; k++) {
                        double wr = Math.cos(angle * k);
                        double wi = Math.sin(angle * k);
                        int p = base + i + k;
                        int q = p + len / 2;
                        double xr = re[q] * wr - im[q] * wi;
                        double xi = re[q] * wi + im[q] * wr;
                        re[q] = re[p] - xr;
                        im[q] = im[p] - xi;
                        re[p] += xr;
                        im[p] += xi;
                    }
                }
            }
        }
    }

    static boolean timed;

    static void report(String name, long start, double sum) {
        if (timed) {
            System.out.println("time " + name + " " + (System.nanoTime() - start));
        } else {
            System.out.println(name + " " + sum);
        }
    }

    static int[] ints(int n) {
        int[] a = new int[n];
        int seed = 12345;
        for (int i = 0; i < n; i++) {
            seed = seed * 1103515245 + 12345;
            a[i] = seed >>> 1;
        }
        return a;
    }

    static void run(String kernel, int n) {
        long start;
        double s = 0;
        switch (kernel) {
            case "triad" -> {
                float[] a = new float[n * 64], b = new float[n * 64], c = new float[n * 64];
                for (int i = 0; i < a.length; i++) {
                    a[i] = i % 101;
                    b[i] = i % 103;
                }
                start = System.nanoTime();
                for (int t = 0; t < 5; t++) {
                    triad(a, b, c, 1.75f);
                    triad(c, a, b, 0.25f);
                }
                for (int i = 0; i < a.length; i++) {
                    s += b[i] * (1 + i % 13);
                }
                report(kernel, start, s);
            }
            case "reduction" -> {
                int[] a = ints(n * 64);
                start = System.nanoTime();
                for (int t = 0; t < 10; t++) {
                    s += reduction(a);
                }
                report(kernel, start, s);
            }
            case "scan" -> {
                int[] a = ints(n * 64), b = new int[n * 64];
                start = System.nanoTime();
                for (int t = 0; t < 5; t++) {
                    scan(a, b);
                    scan(b, a);
                }
                for (int i = 0; i < a.length; i++) {
                    s += a[i] % 1009 * (1 + i % 13);
                }
                report(kernel, start, s);
            }
            case "sort" -> {
                int[] a = ints(n * 16), b = new int[n * 16];
                start = System.nanoTime();
                sort(a, b);
                for (int i = 0; i < a.length; i++) {
                    s += a[i] % 1009 * (1 + i % 13);
                }
                report(kernel, start, s);
            }
            case "md" -> {
                int atoms = n * 4, most = 32;
                double[][] position = new double[atoms][3], force = new double[atoms][3];
                int[] neighbours = new int[most * atoms];
                for (int i = 0; i < atoms; i++) {
                    for (int d = 0; d < 3; d++) {
                        position[i][d] = (i * (31 + 14 * d) + d) % 1009 / 50.0;
                    }
                    for (int j = 0; j < most; j++) {
                        neighbours[j * atoms + i] = (i + 1 + j * 7) % atoms;
                    }
                }
                start = System.nanoTime();
                md(force, position, neighbours, most, 256, 1.5, 2);
                for (int i = 0; i < atoms; i++) {
                    for (int d = 0; d < 3; d++) {
                        s += force[i][d] * (1 + i % 13);
                    }
                }
                report(kernel, start, s);
            }
            case "fft" -> {
                int batches = n / 4;
                double[] re = new double[batches * 512], im = new double[batches * 512];
                for (int i = 0; i < re.length; i++) {
                    re[i] = (i * 31 % 101) / 101.0;
                    im[i] = (i * 17 % 103) / 103.0;
                }
                start = System.nanoTime();
                fft(re, im, batches);
                for (int i = 0; i < re.length; i++) {
                    s += re[i] * (1 + i % 13) + im[i] * (1 + i % 7);
                }
                report(kernel, start, Math.round(s * 1000));
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
