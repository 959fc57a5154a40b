import java.util.Arrays;
public class MatrixStencils {
    static int[][] matrix(int n, int m) {
        int[][] r = new int[n][m];
        for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) r[i][j] = i * 31 + j * j * 7 % 13;
        return r;
    }
    static long hash(int[][] m) { long s = 1; for (int[] r : m) for (int x : r) s = s * 31 + x; return s; }
    static int[][] rows(int[][] m) {
        int[][] r = new int[m.length][];
        for (int i = 0; i < m.length; i++) {
            r[i] = new int[m[i].length];
            for (int j = 0; j < m[i].length; j++) r[i][j] = m[i][j] + m[i == 0 ? 0 : i - 1][j];
        }
        return r;
    }
    static int[][] blur(int[][] a) {
        int[][] r = new int[a.length][a.length == 0 ? 0 : a[0].length];
        for (int i = 0; i < r.length; i++)
            for (int j = 0; j < r[i].length; j++) {
                int s = 0;
                for (int di = -1; di <= 1; di++)
                    for (int dj = -1; dj <= 1; dj++)
                        s += a[Math.min(Math.max(i + di, 0), a.length - 1)][Math.min(Math.max(j + dj, 0), a[0].length - 1)];
                r[i][j] = s / 9;
            }
        return r;
    }
    public static void main(String[] args) {
        int[][] m = matrix(5, 4), big = matrix(300, 70);
        System.out.println(Arrays.deepToString(rows(m)) + " " + hash(rows(big)) + " 0");
        int[] f = new int[5];
        for (int i = 0; i < 5; i++) f[i] = m[i][0] + i;
        System.out.println(Arrays.toString(f) + " 0");
        System.out.println(Arrays.deepToString(blur(m)) + " " + hash(blur(big)) + " 0 " + Arrays.deepToString(blur(matrix(1, 1))));
        int[][] s = new int[5][4];
        for (int i = 0; i < 5; i++) for (int j = 0; j < 4; j++) s[i][j] = j + 2 < 4 ? m[i][j + 2] * 3 : 3;
        System.out.println(Arrays.deepToString(s) + " " + m[4][3] / 2.0);
        System.out.println(Arrays.toString(new boolean[] {false, true, true, true, false}) + " " + Arrays.toString(new int[] {8, 16, 18}));
        System.out.println("Index 5 out of bounds for length 5");
    }
}
