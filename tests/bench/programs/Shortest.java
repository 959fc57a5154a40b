/** All shortest paths over rows of a matrix, longest common subsequences over a table, and a knapsack in one row. */
public class Shortest {
    static final int WARM_UP = 8;
    static final int N = 120;

    static int[][] distances(int n) {
        int[][] d = new int[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                d[i][j] = i == j ? 0 : 1 + (i * 7919 + j * 104729) % 1000;
            }
        }
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    if (d[i][k] + d[k][j] < d[i][j]) {
                        d[i][j] = d[i][k] + d[k][j];
                    }
                }
            }
        }
        return d;
    }

    static int common(byte[] a, byte[] b) {
        int[][] t = new int[a.length + 1][b.length + 1];
        for (int i = 1; i <= a.length; i++) {
            for (int j = 1; j <= b.length; j++) {
                if (a[i - 1] == b[j - 1]) {
                    t[i][j] = t[i - 1][j - 1] + 1;
                } else {
                    t[i][j] = Math.max(t[i - 1][j], t[i][j - 1]);
                }
            }
        }
        return t[a.length][b.length];
    }

    static int knapsack(int[] weight, int[] value, int capacity) {
        int[] best = new int[capacity + 1];
        for (int i = 0; i < weight.length; i++) {
            for (int w = capacity; w >= weight[i]; w--) {
                best[w] = Math.max(best[w], best[w - weight[i]] + value[i]);
            }
        }
        return best[capacity];
    }

    static long work() {
        int[][] d = distances(N);
        long s = 0;
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                s = s * 31 + d[j][i];
            }
        }
        byte[] a = new byte[900];
        byte[] b = new byte[800];
        for (int i = 0; i < a.length; i++) {
            a[i] = (byte) (i * i % 23);
        }
        for (int i = 0; i < b.length; i++) {
            b[i] = (byte) (i * 7 % 19);
        }
        s += common(a, b);
        int[] weight = new int[80];
        int[] value = new int[80];
        for (int i = 0; i < weight.length; i++) {
            weight[i] = 3 + i * 13 % 37;
            value[i] = 10 + i * 29 % 91;
        }
        return s * 31 + knapsack(weight, value, 5000);
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
