/** Successive over-relaxation on rows of a matrix, written as Java programs write it. */
public class Stencil {
    static final int WARM_UP = 10;
    static final int N = 500;
    static final double[][] G = new double[N][N];

    static void relax(double omega, double[][] g, int rounds) {
        int m = g.length;
        int n = g[0].length;
        double fourth = omega * 0.25;
        double rest = 1.0 - omega;
        for (int p = 0; p < rounds; p++) {
            for (int i = 1; i < m - 1; i++) {
                double[] gi = g[i];
                double[] above = g[i - 1];
                double[] below = g[i + 1];
                for (int j = 1; j < n - 1; j++) {
                    gi[j] = fourth * (above[j] + below[j] + gi[j - 1] + gi[j + 1]) + rest * gi[j];
                }
            }
        }
    }

    static long work() {
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                G[i][j] = (i * 31 + j * 17) % 100;
            }
        }
        relax(1.25, G, 10);
        double s = 0;
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                s += G[i][j];
            }
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
