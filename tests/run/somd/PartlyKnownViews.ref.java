/** Of a subscript that an array's element stands in, the rest says whose element it is near to, in whatever order the loops stand. */
public class PartlyKnownViews {
    static int[][] both(int[][] a, int[] t) {
        int[][] o = new int[a.length][a[0].length];
        for (int j = 1; j < a[0].length - 1; j++)
            for (int i = 1; i < a.length - 1; i++) o[i][j] = a[i + t[i]][j + t[i + 1]] + 1;
        return o;
    }
    static int[][] down(int[][] a, int[] t) {
        int[][] o = new int[a.length][a[0].length];
        for (int j = a[0].length - 2; j >= 2; j -= 2)
            for (int i = a.length - 1; i > 1; i--) o[i][j] = a[i - t[j]][t[i] + j];
        return o;
    }
    static int[][] inOrder(int[][] a, int[] t, StringBuilder log) {
        int[][] o = new int[a.length][a[0].length];
        for (int j = 1; j < a[0].length - 1; j++)
            for (int i = 1; i < a.length - 1; i++) {
                o[i][j] = a[i + t[i]][j + t[i + 1]] + 1;
                log.append(i);
            }
        return o;
    }
    static long sum(int[][] o) { long s = 0; for (int[] r : o) for (int x : r) s = s * 31 + x; return s; }
    public static void main(String[] args) {
        for (int n : new int[] {2, 3, 33, 300}) {
            int[][] a = new int[n][9];
            for (int i = 0; i < n; i++) for (int j = 0; j < 9; j++) a[i][j] = i * 7 + j;
            int[] t = new int[n + 9], u = new int[n + 9];
            for (int i = 0; i < t.length; i++) { t[i] = (i * 5) % 3 - 1; u[i] = i % 2; }
            StringBuilder log = new StringBuilder();
            System.out.println(sum(both(a, t)) + " " + sum(down(a, u)) + " " + sum(inOrder(a, t, log)) + " " + log.length());
        }
    }
}
