/** The alignment of two sequences: Rodinia, nw. The matrix is filled along its anti-diagonals, as the suite's kernels do. */
public class NeedlemanWunsch {
    static void fill(int[][] items, int[][] reference, int n, int penalty) {
        for (int d = 0; d < n; d++) {
            for (int k = 0; k <= d; k++) {
                int i = k + 1;
                int j = d - k + 1;
                items[i][j] = Math.max(items[i - 1][j - 1] + reference[i][j], Math.max(items[i][j - 1] - penalty, items[i - 1][j] - penalty));
            }
        }
        for (int d = n - 2; d >= 0; d--) {
            for (int k = 0; k <= d; k++) {
                int i = n - d + k;
                int j = n - k;
                items[i][j] = Math.max(items[i - 1][j - 1] + reference[i][j], Math.max(items[i][j - 1] - penalty, items[i - 1][j] - penalty));
            }
        }
    }

    /** The same along the rows. */
    static void fillRows(int[][] items, int[][] reference, int n, int penalty) {
        for (int i = 1; i <= n; i++) {
            for (int j = 1; j <= n; j++) {
                items[i][j] = Math.max(items[i - 1][j - 1] + reference[i][j], Math.max(items[i][j - 1] - penalty, items[i - 1][j] - penalty));
            }
        }
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        int penalty = 10;
        for (int round = 0; round < rounds; round++) {
            int[][] reference = new int[n + 1][n + 1];
            int[][] items = new int[n + 1][n + 1];
            int[][] rows = new int[n + 1][n + 1];
            for (int i = 1; i <= n; i++) {
                for (int j = 1; j <= n; j++) {
                    reference[i][j] = (i * i + j * 3) % 23 - 8;
                }
                items[i][0] = rows[i][0] = -i * penalty;
                items[0][i] = rows[0][i] = -i * penalty;
            }
            long start = System.nanoTime();
            fill(items, reference, n, penalty);
            long end = System.nanoTime();
            fillRows(rows, reference, n, penalty);
            long sum = 0;
            for (int i = 0; i <= n; i++) {
                for (int j = 0; j <= n; j++) {
                    sum += items[i][j] * (1 + (i * 7 + j) % 13);
                    if (items[i][j] != rows[i][j]) {
                        System.out.println("different at " + i + ", " + j);
                    }
                }
            }
            System.out.println(rounds > 1 ? "time nw " + (end - start) : "nw " + sum);
        }
    }
}
