import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** A matrix class with operators as methods, LU factorisation and Strassen's product. */
public class Matrices {
    static final class Matrix {
        private final int rows, cols;
        private final double[][] a;

        Matrix(int rows, int cols) {
            if (rows <= 0 || cols <= 0) throw new IllegalArgumentException("size " + rows + "x" + cols);
            this.rows = rows;
            this.cols = cols;
            a = new double[rows][cols];
        }

        Matrix(double[]... data) {
            this(data.length, data[0].length);
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < cols; j++) a[i][j] = data[i][j];
        }

        static Matrix identity(int n) {
            Matrix m = new Matrix(n, n);
            for (int i = 0; i < n; i++) m.a[i][i] = 1;
            return m;
        }

        private Matrix zip(Matrix o, DoubleBinaryOperator f) {
            if (o.rows != rows || o.cols != cols)
                throw new IllegalArgumentException(this.shape() + " against " + o.shape());
            Matrix r = new Matrix(rows, cols);
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < cols; j++) r.a[i][j] = f.applyAsDouble(a[i][j], o.a[i][j]);
            return r;
        }

        Matrix map(DoubleUnaryOperator f) {
            Matrix r = new Matrix(rows, cols);
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < cols; j++) r.a[i][j] = f.applyAsDouble(a[i][j]);
            return r;
        }

        Matrix plus(Matrix o) { return zip(o, (x, y) -> x + y); }
        Matrix minus(Matrix o) { return zip(o, (x, y) -> x - y); }
        Matrix times(double k) { return map(x -> x * k); }

        Matrix times(Matrix o) {
            if (cols != o.rows) throw new IllegalArgumentException(shape() + " times " + o.shape());
            Matrix r = new Matrix(rows, o.cols);
            for (int i = 0; i < rows; i++)
                for (int k = 0; k < cols; k++) {
                    double x = a[i][k];
                    double[] row = o.a[k], out = r.a[i];
                    for (int j = 0; j < o.cols; j++) out[j] += x * row[j];
                }
            return r;
        }

        Matrix transpose() {
            Matrix r = new Matrix(cols, rows);
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < cols; j++) r.a[j][i] = a[i][j];
            return r;
        }

        Matrix power(int n) {
            Matrix result = identity(rows), base = this;
            for (; n != 0; n >>= 1, base = base.times(base))
                if ((n & 1) == 1) result = result.times(base);
            return result;
        }

        String shape() { return rows + "x" + cols; }

        @Override public boolean equals(Object other) {
            if (!(other instanceof Matrix m) || m.rows != rows || m.cols != cols) return false;
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < cols; j++) if (Math.abs(a[i][j] - m.a[i][j]) > 1e-9) return false;
            return true;
        }

        @Override public int hashCode() { return rows * 31 + cols; }

        @Override public String toString() {
            StringBuilder b = new StringBuilder();
            for (double[] row : a) {
                b.append('[');
                for (int j = 0; j < row.length; j++) {
                    if (j > 0) b.append(", ");
                    b.append(row[j]);
                }
                b.append("]\n");
            }
            return b.toString();
        }
    }

    static final class Lu {
        final double[][] lu;
        final int[] pivot;
        int sign = 1;

        Lu(Matrix m) {
            int n = m.rows;
            lu = new double[n][];
            for (int i = 0; i < n; i++) lu[i] = m.a[i].clone();
            pivot = new int[n];
            for (int i = 0; i < n; i++) pivot[i] = i;
            for (int k = 0; k < n; k++) {
                int p = k;
                for (int i = k + 1; i < n; i++) if (Math.abs(lu[i][k]) > Math.abs(lu[p][k])) p = i;
                if (lu[p][k] == 0.0) throw new ArithmeticException("singular at column " + k);
                if (p != k) {
                    double[] t = lu[p]; lu[p] = lu[k]; lu[k] = t;
                    int s = pivot[p]; pivot[p] = pivot[k]; pivot[k] = s;
                    sign = -sign;
                }
                for (int i = k + 1; i < n; i++) {
                    double f = lu[i][k] /= lu[k][k];
                    for (int j = k + 1; j < n; j++) lu[i][j] -= f * lu[k][j];
                }
            }
        }

        double determinant() {
            double d = sign;
            for (int i = 0; i < lu.length; i++) d *= lu[i][i];
            return d;
        }

        double[] solve(double[] b) {
            int n = lu.length;
            double[] x = new double[n];
            for (int i = 0; i < n; i++) {
                x[i] = b[pivot[i]];
                for (int j = 0; j < i; j++) x[i] -= lu[i][j] * x[j];
            }
            for (int i = n - 1; i >= 0; i--) {
                for (int j = i + 1; j < n; j++) x[i] -= lu[i][j] * x[j];
                x[i] /= lu[i][i];
            }
            return x;
        }
    }

    public static void main(String[] args) {
        Matrix m = new Matrix(new double[] {2, 1, 1}, new double[] {4, -6, 0}, new double[] {-2, 7, 2});
        System.out.print(m);
        System.out.println(m.transpose());
        System.out.print(m.plus(Matrix.identity(3)).minus(m.times(0.5)));
        System.out.println(m.times(Matrix.identity(3)).equals(m) + " " + m.equals(m.transpose()) + " " + m.equals("m"));
        Matrix fib = new Matrix(new double[][] {{1, 1}, {1, 0}});
        System.out.print(fib.power(40));
        Lu lu = new Lu(m);
        System.out.println("det " + lu.determinant());
        double[] x = lu.solve(new double[] {5, -2, 9});
        for (double v : x) System.out.print(v + " ");
        System.out.println();
        try {
            new Lu(new Matrix(new double[][] {{1, 2}, {2, 4}}));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            m.plus(fib);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        double[][] ragged = new double[4][];
        for (int i = 0; i < ragged.length; i++) {
            ragged[i] = new double[i + 1];
            ragged[i][0] = ragged[i][i] = 1;
            for (int j = 1; j < i; j++) ragged[i][j] = ragged[i - 1][j - 1] + ragged[i - 1][j];
        }
        int total = 0;
        for (double[] row : ragged) for (double v : row) total += v;
        System.out.println(total);
        long[][][] cube = new long[3][4][5];
        for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) for (int k = 0; k < 5; k++) cube[i][j][k] = i * 100 + j * 10 + k;
        System.out.println(cube[2][3][4] + cube[1].length + cube[0][0].length);
    }
}
