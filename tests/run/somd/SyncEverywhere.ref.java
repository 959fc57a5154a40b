import java.util.Arrays;

/** The same with copies that are made by hand. */
public class SyncEverywhere {
    static double[] numbers(int n) {
        double[] a = new double[n];
        for (int i = 0; i < n; i++) a[i] = (i * 7 + 3) % 11;
        return a;
    }

    static double[] squares(int n) {
        double[] v = new double[n];
        for (int i = 0; i < n; i++) v[i] = i * i % 13;
        return v;
    }

    static void show(String name, double[] v, int[] n) {
        StringBuilder text = new StringBuilder(name + ":");
        for (int i = 0; i < v.length; i++) text.append(" ").append(v[i]).append("/").append(n[i]);
        System.out.println(text);
    }

    static double[][] copy(double[][] g) {
        double[][] c = new double[g.length][];
        for (int i = 0; i < g.length; i++) c[i] = g[i].clone();
        return c;
    }

    public static void main(String[] args) {
        double[] a = numbers(9), old = a.clone();
        for (int i = 1; i < 8; i++) a[i] = old[i - 1] + old[i + 1];
        System.out.println("virtual " + Arrays.toString(a));
        double[] v = squares(8);
        old = v.clone();
        for (int i = 1; i < 7; i++) v[i] = old[i - 1] + old[i + 1];
        show("cheap", v, new int[8]);
        show("dear", v, new int[8]);
        v = squares(8);
        for (int i = 1; i < 7; i++) v[i] = 0.5 * (old[i - 1] + old[i + 1]);
        show("methods", v, new int[] {0, 1, 1, 1, 1, 1, 1, 0});
        v = squares(8);
        int[] n = new int[8];
        for (int i = 1; i < 7; i++) {
            v[i] = old[i] + old[i - 1];
            n[i] = (int) v[i];
        }
        show("named", v, n);
        v = squares(8);
        for (int i = 1; i < 8; i++) v[i] = old[i - 1];
        show("references", v, new int[8]);
        double[][] g = {numbers(6), numbers(6), {5, 4, 3, 2, 1, 0}, numbers(6), numbers(6)}, was = copy(g);
        for (int i = 1; i < 4; i++)
            for (int j = 1; j < 5; j++)
                g[i][j] = 0.25 * (was[i - 1][j] + was[i + 1][j] + was[i][j - 1] + was[i][j + 1]);
        System.out.println("callee " + Arrays.deepToString(g));
        int[] x = {1, 2, 3, 4, 5, 6}, before = x.clone();
        for (int i = 1; i < 5; i++) x[i] = before[i - 1] + before[i] * before[i + 1];
        System.out.println("store " + Arrays.toString(x));
        double[] d = {1, 2, 8, 4, 5};
        for (int k = 0; k < 2; k++) {
            double[] c = d.clone();
            for (int i = 1; i < 4; i++) d[i] = 0.5 * (c[i - 1] + c[i + 1]);
        }
        System.out.println("helper " + (d[0] + d[1] + d[2] + d[3] + d[4]));
        System.out.println("static [1, 2, 6, 12, 20, 30]");
        float[] own = new float[7];
        for (int i = 1; i < 7; i++) own[i] = i + (i - 1);
        System.out.println("constructor " + Arrays.toString(own));
        float[] earlier = own.clone();
        for (int i = 5; i >= 0; i--) own[i] = earlier[i + 1] - 3;
        System.out.println("instance " + Arrays.toString(own));
        a = numbers(7);
        old = a.clone();
        for (int i = 1; i < 7; i++) a[i] = old[i - 1];
        System.out.println("single " + Arrays.toString(a));
        System.out.println("lambda [1, 2, 2, 2]");
        char[] letters = "hello".toCharArray(), given = letters.clone();
        for (int i = 1; i < 5; i++) letters[i] = (char) (given[i - 1] + "abcab".charAt(i) - 'a');
        System.out.println("text " + new String(letters));
        int[][] rows = {{1, 2, 3}, {4}, {5, 6}, {7, 8, 9, 10}}, r = {{1, 2, 3}, {4}, {5, 6}, {7, 8, 9, 10}};
        for (int i = 1; i < 4; i++)
            for (int j = 0; j < rows[i].length; j++)
                rows[i][j] = r[i - 1][Math.min(j, r[i - 1].length - 1)] + (j > 0 ? r[i][j - 1] : 0);
        System.out.println("ragged " + Arrays.deepToString(rows));
        x = new int[] {1, 2, 3, 4};
        before = x.clone();
        int[] y = new int[4];
        for (int i = 1; i < 4; i++) x[i] = before[i - 1] + 1;
        for (int i = 1; i < 4; i++) y[i] = before[i - 1] + 10 * x[i];
        System.out.println("two " + Arrays.toString(x) + " " + Arrays.toString(y));
        g = new double[][] {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 1, 2, 3}, {4, 5, 6, 7}};
        was = copy(g);
        for (int i = 1; i < 3; i++)
            for (int j = 1; j < 3; j++) g[i][j] = was[i - 1][j] + was[i + 1][j] + was[i][j - 1] + was[i][j + 1];
        System.out.println("nest " + Arrays.deepToString(g));
        x = new int[] {3, 1, 4, 1, 5};
        before = x.clone();
        for (int i = 1; i < 5; i++) x[i] = before[i - 1] + 1;
        System.out.println("aliases " + Arrays.toString(x));
        x = new int[] {1, 2, 3, 4};
        before = x.clone();
        int[] at = {0, 0, 2, 1};
        for (int i = 0; i < 4; i++) {
            x[i] = before[i] + 100;
            x[i] = x[i] + (at[i] == i ? x[i] : before[at[i]]);
        }
        System.out.println("indirect " + Arrays.toString(x));
        int first = x[0];
        x[0] = x[1];
        x[1] = first;
        System.out.println("straight " + Arrays.toString(x));
        short[] s = {1, 2, 3, 4}, t = s.clone();
        for (int k = 1; k < 4; k++) s[k] += t[k - 1];
        System.out.println("counted " + Arrays.toString(s));
    }
}
