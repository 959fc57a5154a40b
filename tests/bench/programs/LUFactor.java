/** LU factorisation with partial pivoting. */
public class LUFactor {
    static final int WARM_UP = 5;
    static final int N = 200;

    static int factor(double[][] lu, int[] pivot) {
        int n = lu.length;
        for (int j = 0; j < n; j++) {
            int jp = j;
            double t = Math.abs(lu[j][j]);
            for (int i = j + 1; i < n; i++) {
                double ab = Math.abs(lu[i][j]);
                if (ab > t) {
                    jp = i;
                    t = ab;
                }
            }
            pivot[j] = jp;
            if (lu[jp][j] == 0) {
                return 1;
            }
            if (jp != j) {
                double[] row = lu[j];
                lu[j] = lu[jp];
                lu[jp] = row;
            }
            double r = 1.0 / lu[j][j];
            for (int k = j + 1; k < n; k++) {
                lu[k][j] *= r;
            }
            for (int ii = j + 1; ii < n; ii++) {
                double[] row = lu[ii];
                double[] top = lu[j];
                double f = row[j];
                for (int jj = j + 1; jj < n; jj++) {
                    row[jj] -= f * top[jj];
                }
            }
        }
        return 0;
    }

    static long work() {
        double[][] a = new double[N][N];
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                a[i][j] = (i * 37 + j * 101) % 211 + (i == j ? 300 : 0);
            }
        }
        int[] pivot = new int[N];
        int bad = factor(a, pivot);
        double s = bad;
        for (int i = 0; i < N; i++) {
            s += a[i][i];
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
