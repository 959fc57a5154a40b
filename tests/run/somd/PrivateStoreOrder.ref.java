// What a subscript of an iteration's own array checks comes before the value, which is read without a check of its own then.
public class PrivateStoreOrder {
    static int div(int a, int b) { return a / b; }

    static void twice(int[] o, int[] b, int d, int z) {
        for (int i = 0; i < o.length; i++) {
            int[] w = new int[4];
            w[div(b[d], b[z] | 1) & 3] = b[z] - (z & 3);
            o[i] = w[0] + w[1] + w[2] + w[3];
        }
    }

    static void divided(int[] o, int d, int z) {
        for (int i = 0; i < o.length; i++) {
            int[] w = new int[4];
            w[(d / z + d % z) & 3] = i / z;
            o[i] += w[0] + w[1] * 2 + w[2] * 3 + w[3] * 4;
        }
    }

    static void square(int[] o, double[] b, int z) {
        for (int i = 0; i < o.length; i++) {
            double[][] w = new double[2][2];
            w[(int) b[z] & 1][(int) b[z + 1] & 1] = b[z] + b[z + 1];
            o[i] = (int) (w[0][0] + w[0][1] + w[1][0] + w[1][1]);
        }
    }

    static void show(String what, int[] o, Runnable r) {
        String end = "";
        try { r.run(); } catch (RuntimeException e) { end = e.getClass().getSimpleName(); }
        int sum = 0;
        for (int x : o) sum = sum * 31 + x;
        System.out.println(what + " " + sum + " " + end);
    }

    public static void main(String[] args) {
        int[] o = new int[9];
        int[] b = {3, 1, 4, 1, 5};
        double[] c = {2.5, 3.5, 4.5};
        show("there", o, () -> twice(o, b, 2, 4));
        show("null", o, () -> twice(o, null, 2, 1));
        show("far", o, () -> twice(o, b, 2, 1 << 30));
        show("divided", o, () -> divided(o, 7, 3));
        show("by zero", o, () -> divided(o, 7, 0));
        show("square", o, () -> square(o, c, 1));
        show("no square", o, () -> square(o, null, 1));
        show("far square", o, () -> square(o, c, 1 << 30));
        show("edge", o, () -> square(o, c, 2));
    }
}
