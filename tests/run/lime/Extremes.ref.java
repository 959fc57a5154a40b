public class Extremes {
    static class EmptyReduction extends RuntimeException { }
    static int max(int[] a, int start) { int r = start; for (int x : a) r = Math.max(r, x); return r; }
    static int greatest(int[] a) { return max(a, Integer.MIN_VALUE); }
    static long least(long[] a) { long r = Long.MAX_VALUE; for (long x : a) r = Math.min(r, x); return r; }
    static float most(float[] a) { float r = Float.NEGATIVE_INFINITY; for (float x : a) r = Math.max(r, x); return r; }
    static double fewest(double[] a) { double r = Double.POSITIVE_INFINITY; for (double x : a) r = Math.min(r, x * 2); return r; }
    static int combined(int[] a) {
        if (a.length == 0) throw new EmptyReduction();
        return greatest(a);
    }
    static int ofRows(int[][] m) { int r = Integer.MAX_VALUE; for (int[] row : m) r = Math.min(r, greatest(row)); return r; }
    interface Act { Object run(); }
    static void t(String name, Act act) {
        try {
            System.out.println(name + " " + act.run());
        } catch (EmptyReduction e) {
            System.out.println(name + " somd.EmptyReduction");
        }
    }
    public static void main(String[] args) {
        for (int n : new int[]{0, 1, 5, 100000}) {
            int[] i = new int[n];
            long[] l = new long[n];
            float[] f = new float[n];
            double[] d = new double[n];
            for (int k = 0; k < n; k++) {
                i[k] = (k * 7919) % 1000 - 2000;
                l[k] = 5000000000L + (k * 31) % 77;
                f[k] = -1.5f - k % 13;
                d[k] = 2.25 + k % 17;
            }
            t("greatest", () -> greatest(i));
            t("least", () -> least(l));
            t("most", () -> most(f));
            t("fewest", () -> fewest(d));
            t("from", () -> max(i, -3000) + " " + max(i, 4));
            t("strict", () -> most(f));
            t("by lambda", () -> combined(i));
            t("by method", () -> combined(i));
            t("by a reference", () -> combined(i));
            t("with a start", () -> max(i, -7));
        }
        t("rows", () -> ofRows(new int[][]{{1, 2}, {4, 3}}));
        t("empty rows", () -> ofRows(new int[2][0]));
        t("no rows", () -> ofRows(new int[0][0]));
        t("NaN", () -> most(new float[]{1, Float.NaN, 2}) + " " + most(new float[]{-0f, 0f}) + " " + most(new float[]{-0f}));
    }
}
