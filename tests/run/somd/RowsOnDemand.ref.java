import java.util.Arrays;

/** Matrices that a region makes have no rows until one is looked at, and then a few: what the program sees of rows is what Java has. */
public class RowsOnDemand {
    static int[][] made(int n, int k) {
        int[][] m = new int[n][k];
        fill(m, 3);
        return m;
    }
    static void fill(int[][] m, int by) {
        for (int i = 0; i < m.length; i++)
            for (int j = 0; j < m[i].length; j++) m[i][j] = i * by + j;
    }
    static void doubled(int[][] m) {
        for (int i = 0; i < m.length; i++)
            for (int j = 0; j < m[i].length; j++) m[i][j] *= 2;
    }
    static int[] sums(int[][] m) {
        int[] out = new int[m.length];
        for (int i = 0; i < m.length; i++)
            for (int j = 0; j < m[i].length; j++) out[i] += m[i][j];
        return out;
    }
    static long total(int[][] m) {
        long all = 0;
        for (int[] r : m) for (int x : r) all = all * 7 + x;
        return all;
    }
    static int[][] deep(int[][] a) { int[][] r = new int[a.length][]; for (int i = 0; i < a.length; i++) r[i] = a[i].clone(); return r; }
    static int[][] kept;
    static class Holder { int[] row; }

    static void identity() {
        int[][] m = made(1000, 5);
        int[] r = m[500];
        System.out.println((r == m[500]) + " " + (m[501] == m[501]) + " " + (m[501] == m[500]) + " " + m.length + " " + m[999].length);
        r[2] = -1;
        System.out.println(m[500][2] + " " + Arrays.toString(m[500]) + " " + m[499][4]);
        m[501][0] += 10;
        System.out.println(m[501][0] + " " + total(m));
        // A row is written by a region, and seen in the row that the program keeps.
        doubled(m);
        System.out.println(r[2] + " " + r[1] + " " + (r == m[500]));
        r[3] = 77;
        System.out.println(sums(m)[500] + " " + sums(m)[501]);
        Holder h = new Holder();
        h.row = m[7];
        m[7] = new int[] {1, 2};
        System.out.println(h.row[1] + " " + m[7].length + " " + m[8][0] + " " + (h.row == m[7]) + " " + total(m));
        int[] last = made(300, 2)[299];
        System.out.println(last[0] + " " + last[1]);
    }

    static void copies() {
        int[][] m = made(400, 3);
        int[] r = m[399];
        int[][] shallow = m.clone();
        System.out.println((shallow[399] == r) + " " + (shallow[0] == m[0]));
        shallow[5][1] = 1234;
        System.out.println(m[5][1]);
        int[][] v = deep(m);
        r[0] = 5;
        System.out.println(v[399][0] + " " + v.length + " " + v[3].length + " " + Arrays.deepEquals(v, made(400, 3)));
        int[][] thawed = deep(v);
        thawed[399][0] = 9;
        System.out.println(v[399][0] + " " + thawed[399][0] + " " + thawed[5][1]);
        int[][] w = deep(v); for (int[] a : w) for (int q = 0; q < a.length; q++) a[q]++;
        int[] row = w[200];
        System.out.println(row[1] + " " + Arrays.equals(row, w[200]) + " " + w[200].length + " " + true);
        System.out.println(Arrays.stream(w[200]).sum() + " " + row[2] + " " + w[399][0]);
        kept = made(200, 4);
        int[] first = kept[0];
        kept = null;
        System.out.println(first[3]);
        Object[] objects = made(100, 2);
        System.out.println(objects.length + " " + ((int[]) objects[99])[1] + " " + Arrays.asList(objects).contains(objects[50]));
    }

    static void walks() {
        int[][] m = made(2000, 3);
        long one = 0;
        for (int i = 0; i < m.length; i += 64) one += m[i][1];
        System.out.println(one);
        int[] before = m[1990];
        int k = 0;
        for (int[] r : m) {
            r[0]++;
            k += r.length;
        }
        System.out.println(k + " " + before[0] + " " + (before == m[1990]) + " " + total(m));
        // Many looks, one after another.
        for (int t = 0; t < 20; t++) for (int i = 0; i < m.length; i++) one += at(m, i, t % 3);
        System.out.println(one + " " + (before == m[1990]));
        for (int n : new int[] {0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 4097}) {
            int[][] s = made(n, 2);
            doubled(s);
            String text = n == 0 ? "none" : s[n - 1][1] + " " + s[0][1] + " " + (s[n / 2] == s[n / 2]);
            System.out.println(n + ": " + text + " " + total(s));
        }
        int[][] e = made(50, 0);
        System.out.println(e.length + " " + e[49].length + " " + (e[3] == e[3]));
        try {
            System.out.println(m[2000][0]);
        } catch (ArrayIndexOutOfBoundsException x) {
            System.out.println(x.getMessage());
        }
        try {
            System.out.println(m[3][3]);
        } catch (ArrayIndexOutOfBoundsException x) {
            System.out.println(x.getMessage());
        }
        System.out.println(Arrays.deepToString(made(3, 2)) + " " + Arrays.equals(m[5], m[5].clone()));
    }
    static int at(int[][] m, int i, int j) { return m[i][j]; }

    public static void main(String[] args) {
        identity();
        copies();
        walks();
    }
}
