/** Sums and updates an array of doubles. */
public class ArraySum {
    static final int WARM_UP = 20;
    static final double[] DATA = new double[1000000];

    static double sum(double[] a) {
        double s = 0;
        for (int i = 0; i < a.length; i++) {
            s += a[i];
        }
        return s;
    }

    static long work() {
        double[] a = DATA;
        for (int i = 0; i < a.length; i++) {
            a[i] = a[i] * 0.5 + i;
        }
        double total = 0;
        for (int k = 0; k < 5; k++) {
            total += sum(a);
        }
        return (long) total;
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
