import java.util.Arrays;

/** The same by hand, each block on copies of what it reads. */
public class SyncShapes {
    public static void main(String[] args) {
        System.out.println("b! c! a!");
        // {1, 2, 3, 4} to the left: {2, 3, 4, 4}; to the right: {2, 2, 3, 4}.
        System.out.println("[2, 2, 3, 4]");
        int[] left = {1, 2, 3}, right = {10, 20, 30}, l = left.clone(), r = right.clone();
        for (int i = 0; i < 3; i++) {
            left[i] = l[i] + r[(i + 1) % 3];
            right[i] = r[i] + l[(i + 1) % 3];
        }
        System.out.println(Arrays.toString(left) + Arrays.toString(right));
        System.out.println("[3, 5, 7, 9, 5]");
        System.out.println(".....\n.....\n.###.\n.....\n.....");
        int[][][] cube = new int[3][3][3];
        int total = 0;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                for (int k = 0; k < 3; k++) {
                    cube[i][j][k] = 1 + (k > 0 ? 1 : 0) + (j > 0 ? 1 : 0) + (i > 0 ? 1 : 0);
                    total += cube[i][j][k];
                }
        System.out.println(Arrays.deepToString(cube) + " " + total);
        float[] f = {0 + 1, 1 + 2, 2 + 3, 3 + 0}, g = f.clone();
        int[] x = {1, 2, 3, 0};
        boolean[] on = {true, false, true, true};
        for (int i = 0; i < 4; i++) System.out.print(f[i] + " " + x[i] + " " + (long) x[i] + " " + on[i] + "; ");
        System.out.println();
        for (int i = 0; i < 4; i++) f[i] = g[i] + 2 * g[(i + 1) % 4];
        for (float v : f) System.out.print(v + " ");
        System.out.println();
        System.out.println("x x2 yy3 ");
        // i = 1: neither 1 nor 99, twice 10 more; i = 2: 2 is not 5, two more; i = 3: a[2] was 5.
        System.out.println(2 + "[1, 22, 25, 4]");
        System.out.println("[0, 1, 3, 6]");
        short[] p = {1, 2, 3, 4, 5, 6}, q = p.clone();
        for (int i = 0; i + 1 < 6; i += 2) {
            p[i] = q[i + 1];
            int before = Math.max(0, i - 1);
            p[i + 1] = (short) (q[i] + (before == i ? p[i] : q[before]));
        }
        System.out.println(Arrays.toString(p));
        double[] d = {1, 2, 3, 4}, e = d.clone();
        for (int i = 0; i < 4; i++) d[i] = e[(i + 3) % 4] + e[i] + e[(i + 1) % 4];
        System.out.println(Arrays.toString(d));
        System.out.println("leaves [5, 6, 7]");
        float[] a = {1, 2, 3, 4}, b = {1, 1, 1, 1};
        for (int n = 0; n < 2; n++) {
            float[] c = a.clone(), o = b.clone();
            for (int i = 1; i < 4; i++) a[i] = c[i - 1] - o[i];
            for (int i = 1; i < 4; i++) b[i] = o[i] + a[i] + o[i - 1];
        }
        System.out.println(Arrays.toString(a) + Arrays.toString(b));
        // Rows 0 and 2 are one: its element was 7, and gets 1 + 1 from row 1.
        System.out.println("[[2], [8], [2], [8]]");
        System.out.println("edcba");
        // The means of 1 and 4, 2 and 8, 4 and 16; then the sum of 1, 2.5, 5, 10, 16 for each.
        System.out.println("[1.0, 34.5, 34.5, 34.5, 16.0]");
        System.out.println("as it was: [1, 2, 3] 2");
        System.out.println("[1, " + (1 + 10 * 3 + 100 * 3) + ", " + (2 + 10 * 4 + 100 * 1) + "]");
        int[][] was = {{1, 2}, {3, 4}, {5, 6}}, now = {{1, 2}, {3, 4}, {5, 6}};
        for (int i = 1; i < 3; i++) {
            now[i][0] = was[i - 1][0] + was[i][1];
            now[i][1] = Arrays.hashCode(new int[] {now[i][0], was[i][1]}) - Arrays.hashCode(was[i - 1]);
        }
        System.out.println(Arrays.deepToString(now));
        System.out.println("0 4996");
    }
}
