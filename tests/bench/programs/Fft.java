/** A fast Fourier transform in place: bit reversal, and butterflies at strides that double. */
public class Fft {
    static final int WARM_UP = 8;
    static final int N = 1 << 15;
    static final double[] DATA = new double[2 * N];

    static void reverse(double[] data) {
        int n = data.length / 2;
        for (int i = 0, j = 0; i < n - 1; i++) {
            int ii = i << 1;
            int jj = j << 1;
            if (i < j) {
                double re = data[ii];
                double im = data[ii + 1];
                data[ii] = data[jj];
                data[ii + 1] = data[jj + 1];
                data[jj] = re;
                data[jj + 1] = im;
            }
            int k = n >> 1;
            while (k <= j) {
                j -= k;
                k >>= 1;
            }
            j += k;
        }
    }

    static void transform(double[] data, int direction) {
        int n = data.length / 2;
        reverse(data);
        for (int dual = 1; dual < n; dual *= 2) {
            double wr = 1.0;
            double wi = 0.0;
            double theta = direction * Math.PI / dual;
            double s = Math.sin(theta);
            double t = Math.sin(theta / 2.0);
            double s2 = 2.0 * t * t;
            for (int b = 0; b < n; b += 2 * dual) {
                int i = 2 * b;
                int j = 2 * (b + dual);
                double re = data[j];
                double im = data[j + 1];
                data[j] = data[i] - re;
                data[j + 1] = data[i + 1] - im;
                data[i] += re;
                data[i + 1] += im;
            }
            for (int a = 1; a < dual; a++) {
                double tr = wr - s * wi - s2 * wr;
                wi = wi + s * wr - s2 * wi;
                wr = tr;
                for (int b = 0; b < n; b += 2 * dual) {
                    int i = 2 * (b + a);
                    int j = 2 * (b + a + dual);
                    double zr = data[j];
                    double zi = data[j + 1];
                    double re = wr * zr - wi * zi;
                    double im = wr * zi + wi * zr;
                    data[j] = data[i] - re;
                    data[j + 1] = data[i + 1] - im;
                    data[i] += re;
                    data[i + 1] += im;
                }
            }
        }
    }

    static long work() {
        for (int i = 0; i < DATA.length; i++) {
            DATA[i] = (i * 37 % 101) / 101.0;
        }
        transform(DATA, -1);
        transform(DATA, 1);
        double s = 0;
        for (int i = 0; i < DATA.length; i++) {
            s += DATA[i] * (i % 7);
        }
        return (long) s;
    }

    public static void main(String[] args) {
        for (int i = 0; i < WARM_UP; i++) {
            work();
        }
        long[] times = new long[7];
        long check = 0;
        for (int i = 0; i < times.length; i++) {
            long start = System.nanoTime();
            check = work();
            times[i] = System.nanoTime() - start;
        }
        java.util.Arrays.sort(times);
        System.out.println("check " + check);
        System.out.println("median " + times[3]);
    }
}
