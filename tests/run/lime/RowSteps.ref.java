import java.util.Arrays;
import java.util.function.*;
public class RowSteps {
    static int[][] matrix(int n, int m) {
        int[][] r = new int[n][m];
        for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) r[i][j] = (i * 37 + j * 101) % 64;
        return r;
    }
    static long hash(int[][] m) { long s = 1; for (int[] r : m) for (int x : r) s = s * 31 + x; return s; }
    static int[][] each(int[][] m, UnaryOperator<int[]> f) {
        int[][] r = new int[m.length][];
        for (int i = 0; i < m.length; i++) r[i] = f.apply(m[i]);
        return r;
    }
    static int[] scan(int[] r, int s, IntBinaryOperator f) {
        int[] t = new int[r.length];
        for (int i = 0; i < r.length; i++) t[i] = s = f.applyAsInt(s, r[i]);
        return t;
    }
    static int[] before(int[] r, int k) {
        int[] t = new int[r.length];
        int s = k;
        for (int i = 0; i < r.length; i++) { t[i] = s; s = Math.max(s, r[i] - k); }
        return t;
    }
    static int[] sorted(int[] r) { int[] t = r.clone(); Arrays.sort(t); return t; }
    static int[] counted(int[] r) { int[] t = new int[4]; for (int x : r) t[x % 4]++; return t; }
    static String text(int[][] m) { return Arrays.deepToString(m); }
    public static void main(String[] args) {
        int[][] m = matrix(3, 5), big = matrix(700, 90);
        System.out.println(text(each(m, r -> scan(r, 0, (a, b) -> a + b))) + " " + hash(each(big, r -> scan(r, 0, (a, b) -> a + b))) + " 0 2");
        System.out.println(text(each(m, r -> before(r, 3))) + " " + hash(each(big, r -> before(r, 2))));
        long[][] wide = new long[3][5];
        for (int i = 0; i < 3; i++) { long s = 1; for (int j = 0; j < 5; j++) wide[i][j] = s = s * 31 + m[i][j]; }
        System.out.println(Arrays.deepToString(wide) + " " + text(each(m, r -> { int[] t = scan(r, 0, (a, b) -> a + b * 2); for (int i = 0; i < t.length; i++) t[i]--; return t; })));
        System.out.println(text(each(m, r -> sorted(r))) + " " + hash(each(big, r -> sorted(r))));
        System.out.println(text(each(m, r -> counted(r))) + " " + hash(each(big, r -> counted(r))));
        int[] last = new int[3], sums = new int[3], kept = new int[3];
        for (int i = 0; i < 3; i++) for (int x : m[i]) { last[i] ^= x; sums[i] += x; if (x > 20) kept[i]++; }
        System.out.println(Arrays.toString(last) + " " + Arrays.toString(sums) + " " + Arrays.toString(kept));
        float[][] f = {{0.1f, 0.2f, 0.3f}, {1e8f, 1f, 1f}};
        for (float[] r : f) { float s = 0; for (int i = 0; i < r.length; i++) r[i] = s += r[i]; }
        System.out.println(Arrays.deepToString(f));
        int[][] n = {{3, 1, 2, 9}, {5, 4, 7, 1}};
        System.out.println(text(each(n, r -> scan(r, 0, (a, b) -> a + b))) + " " + text(each(n, r -> sorted(r))));
        System.out.println(text(each(m, r -> { int[] t = scan(r, 0, (a, b) -> a + b); for (int i = 0; i < t.length; i++) t[i] %= 100; return t; })) + " " + text(each(m, r -> scan(r, 5, (a, b) -> a + b * 5))));
    }
}
