/** What is in a view does not depend on the order in which the loops of a nest stand. */
public class ViewOrder {
    static double[][] columns(double[][] v) {
        double[][] o = new double[v.length][v[0].length];
        for (int j = 1; j < v[0].length - 1; j++)
            for (int i = 1; i < v.length - 1; i++) o[i][j] = v[i - 1][j] + v[i + 1][j] + v[i][j - 1] + v[i][j + 1];
        return o;
    }
    static double[][] second(double[][] v) {
        double[][] o = new double[v.length][v[0].length];
        for (int j = 1; j < v[0].length - 1; j++)
            for (int i = 0; i < v.length; i++) o[i][j] = v[i][j - 1] + v[i][j + 1];
        return o;
    }
    static double[][] twice(double[][] v) {
        for (int k = 0; k < 2; k++) {
            double[][] before = new double[v.length][];
            for (int i = 0; i < v.length; i++) before[i] = v[i].clone();
            for (int i = 1; i < v.length - 1; i++)
                for (int j = 1; j < v[0].length - 1; j++)
                    v[i][j] = before[i - 1][j] + before[i + 1][j] + before[i][j - 1] + before[i][j + 1];
        }
        return v;
    }
    static double[][] turned(double[][] v) {
        double[][] o = new double[v[0].length][v.length];
        for (int i = 1; i < v.length - 1; i++)
            for (int j = 0; j < v[0].length; j++) o[j][i] = v[i - 1][j] + v[i + 1][j];
        return o;
    }
    static double[][] turnedColumns(double[][] v) {
        double[][] o = new double[v[0].length][v.length];
        for (int j = 0; j < v[0].length; j++)
            for (int i = 1; i < v.length - 1; i++) o[j][i] = v[i - 1][j] + v[i + 1][j];
        return o;
    }
    /** An array of one dimension beside a matrix: the inner index is its own. */
    static double[][] beside(double[] w, double[][] v) {
        double[][] o = new double[v.length][w.length];
        for (int i = 0; i < v.length; i++)
            for (int j = 1; j < w.length - 1; j++) o[i][j] = v[i][j] + w[j - 1] + w[j + 1];
        return o;
    }
    /** Where the text does not tell how far a read reaches, the indices that do say which dimension is whose. */
    static double[][] offsets(double[][] v, int[] d) {
        double[][] o = new double[v.length][v[0].length];
        for (int j = 2; j < v[0].length - 2; j++)
            for (int i = 2; i < v.length - 2; i++)
                for (int k = 0; k < d.length; k++) o[i][j] += (k + 1) * v[i + within(d[k])][j];
        return o;
    }
    static double[][] offsetsInOrder(double[][] v, int[] d, StringBuilder log) {
        double[][] o = new double[v.length][v[0].length];
        for (int j = 2; j < v[0].length - 2; j++)
            for (int i = 2; i < v.length - 2; i++) {
                for (int k = 0; k < d.length; k++) o[i][j] += (k + 1) * v[i + within(d[k])][j];
                log.append(i);
            }
        return o;
    }
    static int[][][] cube(int[][][] v) {
        int[][][] o = new int[v.length][v[0].length][v[0][0].length];
        for (int k = 1; k < v[0][0].length - 1; k++)
            for (int i = 1; i < v.length; i++)
                for (int j = 0; j < v[0].length - 1; j++)
                    o[i][j][k] = v[i - 1][j][k] + v[i][j + 1][k] + v[i][j][k - 1] + v[i][j][k + 1];
        return o;
    }
    static int within(int d) {
        if (d < -1 || d > 1)
            throw new PartitionException("the element " + d + " from the own one in dimension 1 is read, and the view of v has 1 before and 1 behind there");
        return d;
    }
    static class PartitionException extends RuntimeException {
        PartitionException(String m) { super(m); }
        public String toString() { return "somd.PartitionException: " + getMessage(); }
    }
    interface Made { double get(); }
    static void show(String name, Made made) {
        try {
            System.out.println(name + " " + made.get());
        } catch (RuntimeException e) {
            System.out.println(name + " " + e);
        }
    }
    static double[][] matrix(int n, int m) {
        double[][] a = new double[n][m];
        for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i * 10 + j;
        return a;
    }
    public static void main(String[] args) {
        for (int n : new int[]{5, 300}) {
            int columns = n + 4;
            double[][] m = matrix(n, columns);
            double[] w = new double[columns];
            for (int j = 0; j < columns; j++) w[j] = j * j;
            show("columns", () -> columns(m)[2][6]);
            show("second", () -> second(m)[2][6]);
            show("turned", () -> turned(m)[6][2]);
            show("turnedColumns", () -> turnedColumns(m)[6][2]);
            show("beside", () -> beside(w, m)[2][6]);
            show("offsets", () -> offsets(m, new int[]{-1, 1, 0})[2][6]);
            show("offsetsInOrder", () -> offsetsInOrder(m, new int[]{-1, 1, 0}, new StringBuilder())[2][6]);
            show("twice", () -> twice(m)[2][6]);
        }
        int[][][] c = new int[4][5][6];
        for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) for (int k = 0; k < 6; k++) c[i][j][k] = i * 100 + j * 10 + k;
        show("cube", () -> cube(c)[2][3][4]);
        double[][] m = matrix(6, 9);
        show("too far", () -> offsets(m, new int[]{2})[2][6]);
        show("too far in order", () -> offsetsInOrder(m, new int[]{2}, new StringBuilder())[2][6]);
    }
}
