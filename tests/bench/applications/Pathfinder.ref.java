/** The cheapest path through a grid, row by row: Rodinia, pathfinder. */
public class Pathfinder {
    static int[] cheapest(int[][] wall, int rows, int cols) {
        int[] src = new int[cols];
        int[] dst = new int[cols];
        for (int j = 0; j < cols; j++) {
            dst[j] = wall[0][j];
        }
        for (int t = 0; t < rows - 1; t++) {
            int[] temp = src;
            src = dst;
            dst = temp;
            for (int n = 0; n < cols; n++) {
                int min = src[n];
                if (n > 0) {
                    min = Math.min(min, src[n - 1]);
                }
                if (n < cols - 1) {
                    min = Math.min(min, src[n + 1]);
                }
                dst[n] = wall[t + 1][n] + min;
            }
        }
        return dst;
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        int[][] wall = new int[100][n];
        for (int i = 0; i < 100; i++) {
            for (int j = 0; j < n; j++) {
                wall[i][j] = (i * 31 + j * j % 1009 * 7) % 10;
            }
        }
        for (int round = 0; round < rounds; round++) {
            long start = System.nanoTime();
            int[] path = cheapest(wall, 100, n);
            long end = System.nanoTime();
            long sum = 0;
            for (int j = 0; j < n; j++) {
                sum += path[j] * (1 + j % 13);
            }
            System.out.println(rounds > 1 ? "time pathfinder " + (end - start) : "pathfinder " + sum);
        }
    }
}
