/** Of a store the array's indices come first, then the value, and only then the element is looked for (JLS 15.26.1): which exception it is. */
public class StoreOrder {
    static void shifted(int[] o, int[] a, int d) { for (int i = 0; i < a.length; i++) o[i + d] = a[i + 2 * d]; }
    static void divided(int[] o, int[] a, int z) { for (int i = 0; i < a.length; i++) o[i + 5] = a[i] / z; }
    static void compound(long[] o, int[] a, int d) { for (int i = 0; i < a.length; i++) o[i + d] += a[i + 2 * d]; }
    static void rows(double[][] o, int[] a, int d) {
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < 4; j++) o[i + d][j] = a[i + 2 * d + j];
    }
    static void columns(double[][] o, int[] a, int d) {
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < 4; j++) o[i][j + d] = a[i + 3 * d + j];
    }
    /** The bound of the inner loop is not looked at where there is no row. */
    static void grow(long[][] a) {
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < a[0].length; j++) a[i][j] += i - j;
    }
    static String tried(Runnable r) {
        try {
            r.run();
            return "ok";
        } catch (RuntimeException e) {
            return e.getClass().getName() + ": " + e.getMessage();
        }
    }
    public static void main(String[] args) {
        for (int n : new int[]{10, 40_000}) {
            int d = n / 2;
            System.out.println(tried(() -> shifted(new int[n], new int[n], n)));
            System.out.println(tried(() -> shifted(new int[n], new int[n], d)));
            System.out.println(tried(() -> divided(new int[n], new int[n], 0)));
            System.out.println(tried(() -> divided(new int[n], new int[n], 3)));
            System.out.println(tried(() -> compound(new long[n], new int[n], n)));
            System.out.println(tried(() -> compound(new long[n], new int[n], d)));
            System.out.println(tried(() -> rows(new double[n][4], new int[n], n)));
            System.out.println(tried(() -> rows(new double[n][4], new int[n], 1)));
            System.out.println(tried(() -> columns(new double[n][4], new int[n], n)));
            System.out.println(tried(() -> columns(new double[n][4], new int[n], 1)));
        }
        long[][] none = new long[0][], some = new long[3][2];
        System.out.println(tried(() -> grow(none)) + " " + tried(() -> grow(some)) + " " + some[2][1] + " " + some[1][0]);
    }
}
