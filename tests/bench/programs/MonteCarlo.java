/** A generator of random numbers in an object, with its state in an array, and what it is used for. */
public class MonteCarlo {
    static final int WARM_UP = 8;

    static class Random {
        private final int[] m = new int[17];
        private int i = 4;
        private int j = 16;

        Random(int seed) {
            int k = seed | 1;
            for (int n = 0; n < m.length; n++) {
                k = k * 9069 + 12345;
                m[n] = k >>> 1;
            }
        }

        double next() {
            int k = m[i] - m[j];
            if (k < 0) {
                k += Integer.MAX_VALUE;
            }
            m[j] = k;
            if (i == 0) {
                i = 16;
            } else {
                i--;
            }
            if (j == 0) {
                j = 16;
            } else {
                j--;
            }
            return k / 2147483647.0;
        }
    }

    static double pi(int samples) {
        Random r = new Random(113);
        int under = 0;
        for (int n = 0; n < samples; n++) {
            double x = r.next();
            double y = r.next();
            if (x * x + y * y <= 1.0) {
                under++;
            }
        }
        return under / (double) samples * 4.0;
    }

    static int[] histogram(int samples, int bins) {
        Random r = new Random(7);
        int[] counts = new int[bins];
        for (int n = 0; n < samples; n++) {
            double s = r.next() + r.next() + r.next();
            counts[(int) (s / 3.0000001 * bins)]++;
        }
        return counts;
    }

    static long work() {
        long s = (long) (pi(500000) * 1000000);
        int[] counts = histogram(300000, 50);
        for (int i = 0; i < counts.length; i++) {
            s = s * 31 + counts[i];
        }
        return s;
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
