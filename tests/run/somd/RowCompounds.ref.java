import java.util.Arrays;
/** Compound assignments to rows with lengths of their own, beyond the last row and beyond a row's end. */
public class RowCompounds {
    static void minus(int[][] o, int[] b, int more) {
        for (int i = 0; i < o.length + more; i++)
            for (int j = 0; j < o[0].length; j += 2) o[i][j] -= b[2] / 3;
    }
    static void counted(long[][] o, int more) {
        for (int i = 0; i < o.length + more; i++)
            for (int j = 0; j < 2; j++) o[i][j]++;
    }
    static void narrow(char[][] o, int d) {
        for (int i = 0; i < o.length; i++)
            for (int j = 0; j < o[i].length; j++) o[i + d][j] *= i + 2;
    }
    static void divided(double[][] o, int[] by, int d) {
        for (int i = 0; i < o.length; i++)
            for (int j = 0; j < o[i].length; j++) o[i][j + d] /= by[i] / by[j];
    }
    interface Act { String run(); }
    static void show(Act a) {
        try { System.out.println(a.run()); } catch (RuntimeException e) { System.out.println(e); }
    }
    static int[][] ints(int n) {
        int[][] o = new int[n][];
        for (int i = 0; i < n; i++) { o[i] = new int[2 + i % 3]; for (int j = 0; j < o[i].length; j++) o[i][j] = i * 10 + j; }
        return o;
    }
    static long sum(int[][] o) { long s = 0; for (int[] r : o) for (int x : r) s = s * 31 + x; return s; }
    public static void main(String[] args) {
        int[] b = {3, 2, 7, 5, 1};
        for (int n : new int[] {1, 2, 9, 20000})
            for (int more = 0; more < 2; more++) {
                int m = more;
                show(() -> { int[][] o = ints(n); minus(o, b, m); return "minus " + sum(o); });
                show(() -> { long[][] o = {{1, 2}, {3, 4, 5}, {6, 7}}; counted(o, m); return Arrays.deepToString(o); });
                show(() -> { char[][] o = {{'a', 'b'}, {'c', 'd', 'e'}, {'f', 'g'}}; narrow(o, m); return "" + (int) o[1][2] + (int) o[2][1]; });
                show(() -> { double[][] o = {{1, 2}, {3, 4, 5}, {6, 7}}; divided(o, b, m); return Arrays.deepToString(o); });
                show(() -> { minus(new int[2][0], b, m); return "empty"; });
            }
    }
}
