/** Stores in distributed loops whose value is lowered to statements, or whose rows have lengths of their own: the element is looked for last. */
class LateStores {
    static int div(int a, int b) { if (b > 100) { return a; } return a / b; }
    static int pick(int[] a, int k) { int s = 0; for (int q = 0; q < 2; q++) s += a[k + q]; return s; }
    static void helper(int[] o, int[] a, int d, int z) { for (int i = 0; i < a.length; i++) o[i + d] = div(a[i], z); }
    static void inner(int[] o, int[] a, int d) { for (int i = 0; i < a.length; i++) o[i + d] = pick(a, i + 2 * d); }
    static void choice(int[] o, int[] a, int d, int z) { for (int i = 0; i < a.length; i++) { int k; o[i + d] = (k = a[i]) > 1 ? k / z : a[i + d * 2]; } }
    static void switched(int[] o, int[] a, int d, int z) { for (int i = 0; i < a.length; i++) o[i + d] = switch (a[i] & 1) { case 0 -> a[i] / z; default -> 3; }; }
    static void same(int[] o, int[] a, int z) { for (int i = 0; i < a.length; i++) { int k = i; o[k + z] = k = a[i] / z; } }
    static void compound(int[] o, int[] a, int d, int z) { for (int i = 0; i < a.length; i++) o[i + d] += div(a[i], z); }
    static void ragged(int[][] o, int[] a, int d, int z) { for (int i = 0; i < o.length; i++) for (int j = 0; j < a.length; j++) o[i][j + d] = a[j] / z; }
    static void raggedCall(int[][] o, int[] a, int d, int z) { for (int i = 0; i < o.length; i++) for (int j = 0; j < a.length; j++) o[i][j + d] = div(a[j], z); }
    static void raggedIndex(int[][] o, int[] a, int d, int z) { for (int i = 0; i < o.length; i++) for (int j = 0; j < a.length; j++) o[i][a[j + d] + d] = 1 / z; }
    static void raggedRow(int[][] o, int[] a, int d, int z) { for (int i = 0; i < o.length; i++) o[i + d][0] = a[i] / z; }
    static void raggedSum(long[][] o, long[] a, int d, long z) { for (int i = 0; i < o.length; i++) for (int j = 0; j < 3; j++) o[i][j + d] += a[j] / z; }
    static void own(int[] o, int[] a, int z) { for (int i = 0; i < a.length; i++) { int[] w = new int[4]; w[a[i] + z] = a[i + 1]; w[a[i] & 3] += a[i] / (z - 1); o[i] = w[0] + w[3]; } }
    static void ownInner(int[] o, int[] a, int[] b, int z) { for (int i = 0; i < a.length; i++) { int[] w = new int[4]; w[b[i] & 3] = a[i] / z; o[i] = w[1]; } }
    static void cube(int[][] o, int[] a, int d, int z) { for (int i = 0; i < o.length; i++) for (int j = 0; j < 3; j++) o[i][j + d] = div(a[i], z); }
    interface R { void run(); }
    static void t(String n, R r) { try { r.run(); System.out.println(n + " ok"); } catch (RuntimeException e) { System.out.println(n + " " + e); } }
    static int[] ones(int n) { int[] a = new int[n]; for (int i = 0; i < n; i++) a[i] = 1 + i % 2; return a; }
    static int[][] steps(int n) { int[][] a = new int[n][]; for (int i = 0; i < n; i++) a[i] = new int[1 + i % 5]; return a; }
    static long[][] longs(int n) { long[][] a = new long[n][]; for (int i = 0; i < n; i++) a[i] = new long[1 + i % 5]; return a; }
    static void all(int n) {
        for (int z = 0; z < 2; z++) {
            int y = z;
            System.out.println(n + " " + z);
            t("helper", () -> helper(new int[n], ones(n), 3, y));
            t("helper far", () -> helper(new int[n], ones(n), 3 * n, y));
            t("inner", () -> inner(new int[n], ones(n), n));
            t("inner near", () -> inner(new int[n], ones(n), 0));
            t("choice", () -> choice(new int[n], ones(n), n, y));
            t("switched", () -> switched(new int[n], ones(n), n, y));
            t("same", () -> same(new int[n], ones(n), y));
            t("compound", () -> compound(new int[n], ones(n), n, y));
            t("ragged", () -> ragged(steps(n), ones(4), 3, y));
            t("ragged far", () -> ragged(steps(n), ones(4), 30, y));
            t("raggedCall", () -> raggedCall(steps(n), ones(4), 3, y));
            t("raggedIndex", () -> raggedIndex(steps(n), ones(4), 4, y));
            t("raggedIndex near", () -> raggedIndex(steps(n), ones(4), 2, y));
            t("raggedRow", () -> raggedRow(steps(n), ones(n), 1, y));
            t("raggedRow far", () -> raggedRow(steps(n), ones(n), n, y));
            t("raggedSum", () -> raggedSum(longs(n), new long[9], 2, y));
            t("own", () -> own(new int[n], ones(n), 3 + y));
            t("own 1", () -> own(new int[n], ones(n), y));
            t("ownInner", () -> ownInner(new int[n], ones(n), ones(n - 1), y));
            t("ownInner none", () -> ownInner(new int[n], ones(n), new int[0], y));
            t("cube", () -> cube(new int[n][4], ones(n), 2, y));
            t("cube short", () -> cube(new int[n][4], ones(n - 1), 2, 1));
        }
    }
    public static void main(String[] x) {
        all(2);
        all(9);
        all(3000);
    }
}
