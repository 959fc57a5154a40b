/** Loops whose iterations exchange elements in pairs, and butterflies. */
public class Exchanges {
    static void reverse(int[] a) {
        int n = a.length;
        for (int i = 0; i < n / 2; i++) {
            int t = a[i];
            a[i] = a[n - 1 - i];
            a[n - 1 - i] = t;
        }
    }

    static void mirror(double[] a) {
        for (int i = 0; i < a.length / 2; i++) {
            int j = a.length - i - 1;
            double t = a[i];
            a[i] = a[j] + 1;
            a[j] = t - 1;
        }
    }

    static void bitonicStep(int[] a, int j, int k) {
        for (int i = 0; i < a.length; i++) {
            int l = i ^ j;
            if (l > i && (i & k) == 0 && a[i] > a[l]) {
                int t = a[i];
                a[i] = a[l];
                a[l] = t;
            }
            if (l > i && (i & k) != 0 && a[i] < a[l]) {
                int t = a[i];
                a[i] = a[l];
                a[l] = t;
            }
        }
    }

    static void butterfly(int[] a, int half) {
        for (int k = 0; k < a.length / 2; k++) {
            int pos = k % half, i = (k / half) * 2 * half + pos, j = i + half;
            int t = a[i];
            a[i] = t + a[j];
            a[j] = t - a[j];
        }
    }

    static long sum(int[] a) {
        long s = 0;
        for (int i = 0; i < a.length; i++) s = s * 31 + a[i];
        return s;
    }

    static int[] made(int n) {
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = (i * 7919 + 13) % 10007;
        return a;
    }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 2, 3, 64, 65, 100_001}) {
            int[] a = made(n);
            reverse(a);
            double[] d = new double[n];
            for (int i = 0; i < n; i++) d[i] = a[i] * 0.5;
            mirror(d);
            double s = 0;
            for (int i = 0; i < n; i++) s = s * 0.5 + d[i];
            System.out.println(n + " " + sum(a) + " " + s);
        }
        for (int n : new int[] {1, 2, 64, 65536}) {
            int[] a = made(n);
            for (int k = 2; k <= n; k *= 2)
                for (int j = k / 2; j > 0; j /= 2) bitonicStep(a, j, k);
            boolean sorted = true;
            for (int i = 1; i < n; i++) sorted &= a[i - 1] <= a[i];
            int[] b = made(n);
            for (int half = 1; half < n; half *= 2) butterfly(b, half);
            System.out.println(sorted + " " + sum(a) + " " + sum(b));
        }
        int[] odd = made(24);
        butterfly(odd, 4);
        System.out.println(sum(odd));
        try {
            butterfly(odd, 0);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            butterfly(made(10), 4);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
