/** A sparse matrix times a vector: reads through an array of indices. */
public class Sparse {
    static final int WARM_UP = 8;
    static final int N = 20000;
    static final int NZ = 100000;

    static double random(int[] state) {
        state[0] = state[0] * 1103515245 + 12345;
        return (state[0] >>> 8) / 16777216.0;
    }

    static void multiply(double[] y, double[] val, int[] row, int[] col, double[] x, int rounds) {
        int nz = val.length;
        for (int r = 0; r < rounds; r++) {
            for (int i = 0; i < nz; i++) {
                y[row[i]] += x[col[i]] * val[i];
            }
        }
    }

    static long work() {
        int[] state = {17};
        double[] x = new double[N];
        double[] y = new double[N];
        double[] val = new double[NZ];
        int[] row = new int[NZ];
        int[] col = new int[NZ];
        for (int i = 0; i < N; i++) {
            x[i] = random(state);
        }
        for (int i = 0; i < NZ; i++) {
            row[i] = (int) (random(state) * N);
            col[i] = (int) (random(state) * N);
            val[i] = random(state);
        }
        multiply(y, val, row, col, x, 20);
        double s = 0;
        for (int i = 0; i < N; i++) {
            s += y[i];
        }
        return (long) (s * 1000);
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
