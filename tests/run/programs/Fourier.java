/** FFT by iteration and recursion, a naive DFT as the reference, and convolution; arrays only, static methods. */
public class Fourier {
    private static final double PI = 3.14159265358979323;

    static int log2(int n) {
        int log = 0;
        for (int k = 1; k < n; k *= 2, log++)
            ;
        if (n != (1 << log)) throw new Error("FFT: Data length is not a power of 2!: " + n);
        return log;
    }

    static void bitreverse(double data[]) {
        int n = data.length / 2;
        for (int i = 0, j = 0; i < n - 1; i++) {
            int ii = 2 * i, jj = 2 * j, k = n / 2;
            if (i < j) {
                double re = data[ii], im = data[ii + 1];
                data[ii] = data[jj];
                data[ii + 1] = data[jj + 1];
                data[jj] = re;
                data[jj + 1] = im;
            }
            while (k <= j) {
                j = j - k;
                k = k / 2;
            }
            j += k;
        }
    }

    static void transform(double data[], int direction) {
        if (data.length == 0) return;
        int n = data.length / 2;
        if (n == 1) return;
        int logn = log2(n);
        bitreverse(data);
        for (int bit = 0, dual = 1; bit < logn; bit++, dual *= 2) {
            double wr = 1.0, wi = 0.0;
            double theta = 2.0 * direction * PI / (2.0 * (double) dual);
            double s = StrictMath.sin(theta), t = StrictMath.sin(theta / 2.0), s2 = 2.0 * t * t;
            for (int b = 0; b < n; b += 2 * dual) {
                int i = 2 * b, j = 2 * (b + dual);
                double wdr = data[j], wdi = data[j + 1];
                data[j] = data[i] - wdr;
                data[j + 1] = data[i + 1] - wdi;
                data[i] += wdr;
                data[i + 1] += wdi;
            }
            for (int a = 1; a < dual; a++) {
                {
                    double tr = wr - s * wi - s2 * wr, ti = wi + s * wr - s2 * wi;
                    wr = tr;
                    wi = ti;
                }
                for (int b = 0; b < n; b += 2 * dual) {
                    int i = 2 * (b + a), j = 2 * (b + a + dual);
                    double z1r = data[j], z1i = data[j + 1];
                    double wdr = wr * z1r - wi * z1i, wdi = wr * z1i + wi * z1r;
                    data[j] = data[i] - wdr;
                    data[j + 1] = data[i + 1] - wdi;
                    data[i] += wdr;
                    data[i + 1] += wdi;
                }
            }
        }
    }

    static void inverse(double[] data) {
        transform(data, 1);
        double norm = 1 / ((double) (data.length / 2));
        for (int i = 0; i < data.length; i++) data[i] *= norm;
    }

    static double[] naive(double[] x) {
        int n = x.length / 2;
        double[] r = new double[x.length];
        for (int k = 0; k < n; k++)
            for (int t = 0; t < n; t++) {
                double phi = -2 * PI * (long) k * t / n, c = StrictMath.cos(phi), s = StrictMath.sin(phi);
                r[2 * k] += x[2 * t] * c - x[2 * t + 1] * s;
                r[2 * k + 1] += x[2 * t] * s + x[2 * t + 1] * c;
            }
        return r;
    }

    static double rms(double[] a, double[] b) {
        double diff = 0;
        for (int i = 0; i < a.length; i++) {
            double d = a[i] - b[i];
            diff += d * d;
        }
        return Math.sqrt(diff / a.length);
    }

    static long[] convolve(int[] p, int[] q) {
        int n = 1;
        while (n < p.length + q.length) n <<= 1;
        double[] a = new double[2 * n], b = new double[2 * n];
        for (int i = 0; i < p.length; ++i) a[2 * i] = p[i];
        for (int i = 0; i < q.length; ++i) b[2 * i] = q[i];
        transform(a, -1);
        transform(b, -1);
        for (int i = 0; i < 2 * n; i += 2) {
            double re = a[i] * b[i] - a[i + 1] * b[i + 1];
            a[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];
            a[i] = re;
        }
        inverse(a);
        long[] r = new long[p.length + q.length - 1];
        for (int i = 0; i < r.length; i++) r[i] = Math.round(a[2 * i]);
        return r;
    }

    public static void main(String[] argv) {
        java.util.Random r = new java.util.Random(10101010);
        double[] data = new double[256];
        for (int i = 0; i < data.length; i++) data[i] = r.nextDouble() * 2 - 1;
        double[] copy = data.clone(), slow = naive(data);
        transform(data, -1);
        System.out.println(rms(data, slow) < 1e-12 ? "agrees" : "differs " + rms(data, slow));
        for (int i = 0; i < 8; i++) System.out.print(data[i] + (i < 7 ? " " : "\n"));
        inverse(data);
        System.out.println(rms(data, copy) < 1e-14);
        System.out.println(rms(new double[] {3, 4}, new double[2]));
        long[] c = convolve(new int[] {1, 2, 3, 4}, new int[] {5, -6, 7});
        for (long v : c) System.out.print(v + " ");
        System.out.println();
        try {
            transform(new double[6], 1);
        } catch (Error e) {
            System.out.println(e.getMessage());
        }
        float[] narrow = new float[4];
        for (int i = 0; i < 4; i++) narrow[i] = (float) copy[i];
        float sum = 0f;
        for (float f : narrow) sum += f;
        System.out.println(narrow[1] + " " + sum + " " + (double) sum + " " + (int) (sum * 1e6f));
    }
}
