/** Rows whose lengths are bounds of inner loops are looked for in each iteration of the outer loop, also where the inner one has none. */
class RowBounds {
    static void beyond(int[][] o, int more) { for (int i = 0; i < o.length + more; i++) for (int j = 0; j < o[i].length; j++) o[i][j] = i + j; }
    static void both(int[][] o, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < o[i].length; j++) o[i][j] = i - j; }
    static void other(int[][] o, int[][] a) { for (int i = 0; i < o.length; i++) for (int j = 0; j < a[i].length; j++) o[i][j] = a[i][j]; }
    static void before(int[][] o, int from) { for (int i = from; i < o.length; i++) for (int j = 0; j < o[i].length; j++) o[i][j] = 3; }
    static void down(int[][] o, int more) { for (int i = o.length - 1 + more; i >= 0; i--) for (int j = 0; j < o[i].length; j++) o[i][j] = 4; }
    static void steps(int[][] o, int n) { for (int i = 0; i < n; i += 3) for (int j = 0; j < o[i].length; j++) o[i][j] = 5; }
    static void guarded(int[][] o, int[][] a, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < a[i].length; j++) if (i < o.length) o[i][j] = 6; }
    static void cube(int[][][] o, int n, int m) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int k = 0; k < o[i][j].length; k++) o[i][j][k] = 7; }
    static void cube2(int[][][] o, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < o[i].length; j++) for (int k = 0; k < o[i][j].length; k++) o[i][j][k] = 8; }
    static int sum(int[][] o, int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < o[i].length; j++) s += o[i][j]; return s; }
    interface R { void run(); }
    static void t(String n, R r) { try { r.run(); System.out.println(n + " ok"); } catch (RuntimeException e) { System.out.println(n + " " + e); } }
    public static void main(String[] x) {
        for (int n : new int[] { 0, 1, 2, 900 })
            for (int m : new int[] { 0, 1, 7 }) {
                System.out.println(n + " " + m);
                t("beyond 0", () -> beyond(new int[n][m], 0));
                t("beyond 1", () -> beyond(new int[n][m], 1));
                t("both", () -> both(new int[n][m], n + 2));
                t("other", () -> other(new int[n][m], new int[n][m]));
                t("other less", () -> other(new int[n + 1][m], new int[n][m]));
                t("before", () -> before(new int[n][m], -1));
                t("down", () -> down(new int[n][m], 0));
                t("down 1", () -> down(new int[n][m], 1));
                t("steps", () -> steps(new int[n][m], n));
                t("steps far", () -> steps(new int[n][m], n + 4));
                t("guarded", () -> guarded(new int[n][m], new int[n + 1][m], n + 1));
                t("guarded far", () -> guarded(new int[n][m], new int[n][m], n + 1));
                t("cube", () -> cube(new int[n][m][2], n, m));
                t("cube far", () -> cube(new int[n][m][0], n, m + 1));
                t("cube farther", () -> cube(new int[n][m][0], n + 1, m));
                t("cube2", () -> cube2(new int[n][m][2], n));
                t("cube2 far", () -> cube2(new int[n][m][0], n + 1));
                t("sum", () -> System.out.println(sum(new int[n][m], n)));
                t("sum far", () -> sum(new int[n][m], n + 1));
            }
    }
}
