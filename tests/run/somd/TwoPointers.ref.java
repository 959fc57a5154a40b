import java.util.Arrays;

/** Two counters that go towards one another. */
public class TwoPointers {
    static void swap(int[] a, int i, int j) { int t = a[i]; a[i] = a[j]; a[j] = t; }

    static void subscripts(int[] a) {
        int i = 0, j = a.length - 1;
        while (i < j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; }
    }
    static void statements(double[] a) {
        int i = 0, j = a.length - 1;
        while (i < j) { double t = a[i]; a[i] = a[j] + 1; a[j] = t - 1; i++; j--; }
    }
    static void head(long[] a) {
        for (int i = 0, j = a.length - 1; i < j; i++, j--) { long t = a[i]; a[i] = a[j]; a[j] = t; }
    }
    static void helper(int[] a) {
        int i = 0, j = a.length - 1;
        while (i < j) swap(a, i++, j--);
    }
    static void helperBefore(int[] a) {
        int left = 0, right = a.length - 1;
        while (right > left) { swap(a, left, right); left += 1; right -= 1; }
    }
    static void inclusive(byte[] a) {
        int i = 0, j = a.length - 1;
        while (i <= j) { byte t = a[i]; a[i] = (byte) (a[j] + 1); a[j] = t; i++; j--; }
    }
    static void part(int[] a, int lo, int hi) {
        while (lo < hi) { int t = a[lo]; a[lo] = a[hi]; a[hi] = t; lo++; hi--; }
        a[0] = lo * 1000 + hi;
    }
    static void inCondition(float[] a) {
        int i = 0, j = a.length;
        while (i < --j) { float t = a[i]; a[i++] = a[j]; a[j] = t; }
        if (a.length > 0) a[0] += i * 1000 + j;
    }
    static void sumAndDifference(int[] a) {
        for (int i = 0, j = a.length - 1; i < j; i++, j--) { a[i] += a[j]; a[j] = a[i] - 2 * a[j]; }
    }
    static void copied(int[] b, int[] a) {
        int i = 0, j = a.length - 1;
        while (j >= 0) b[i++] = a[j--];
    }
    static boolean palindrome(char[] a) {
        int i = 0, j = a.length - 1;
        while (i < j) {
            if (a[i++] != a[j--]) return false;
        }
        return true;
    }
    static boolean palindrome2(int[] a) {
        int i = 0, j = a.length - 1;
        while (i < j) { if (a[i] != a[j]) return false; i++; j--; }
        return true;
    }
    static int differs(int[] a) {
        int at = -1;
        for (int i = 0, j = a.length - 1; i < j; i++, j--) if (a[i] != a[j]) { at = i; break; }
        return at;
    }
    static void rows(float[][] a) {
        for (int r = 0; r < a.length; r++) {
            int i = 0, j = a[r].length - 1;
            while (i < j) { float t = a[r][i]; a[r][i] = a[r][j]; a[r][j] = t; i++; j--; }
        }
    }
    static int pairs(int[] a, int wanted) {
        int n = 0;
        for (int i = 0, j = a.length - 1; i < j; i++, j--) if (a[i] + a[j] == wanted) n++;
        return n;
    }

    static int[] numbers(int n) {
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = i * 7 % 1000 - 50;
        return a;
    }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 2, 3, 8, 9, 5000, 40001}) {
            int[] a = numbers(n);
            subscripts(a);
            System.out.println("subscripts " + Arrays.hashCode(a));
            helper(a);
            System.out.println("helper " + Arrays.hashCode(a));
            helperBefore(a);
            System.out.println("helperBefore " + Arrays.hashCode(a));
            sumAndDifference(a);
            System.out.println("sumAndDifference " + Arrays.hashCode(a));
            int[] b = new int[n];
            copied(b, a);
            System.out.println("copied " + Arrays.hashCode(b));
            double[] d = new double[n];
            long[] l = new long[n];
            byte[] y = new byte[n];
            float[] f = new float[n];
            for (int i = 0; i < n; i++) { d[i] = i * 0.5; l[i] = i * 3L; y[i] = (byte) i; f[i] = i; }
            statements(d);
            head(l);
            inclusive(y);
            inCondition(f);
            System.out.println("others " + Arrays.hashCode(d) + " " + Arrays.hashCode(l) + " " + Arrays.hashCode(y) + " " + Arrays.hashCode(f));
            if (n > 2) {
                part(a, 1, n - 1);
                System.out.println("part " + a[0] + " " + Arrays.hashCode(a));
                part(a, n - 1, 1);
                System.out.println("part " + a[0] + " " + Arrays.hashCode(a));
            }
            char[] c = new char[n];
            for (int i = 0; i < n; i++) c[i] = (char) ('a' + Math.min(i, n - 1 - i) % 26);
            System.out.println("palindrome " + palindrome(c));
            if (n > 3) c[n / 2 + 1]++;
            System.out.println("palindrome " + palindrome(c));
            int[] p = new int[n];
            System.out.println("palindrome " + palindrome2(p) + " " + differs(p));
            if (n > 3) p[n / 2 + 1]++;
            System.out.println("palindrome " + palindrome2(p) + " " + differs(p) + " " + pairs(p, 0));
        }
        float[][] m = new float[37][101];
        for (int i = 0; i < 37; i++) for (int j = 0; j < 101; j++) m[i][j] = i * 1000 + j;
        rows(m);
        System.out.println("rows " + Arrays.deepHashCode(m) + " " + m[5][0]);
        int[] a = numbers(10);
        try {
            part(a, -2, 5);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage() + " " + Arrays.toString(a));
        }
        try {
            part(a, 2, 12);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage() + " " + Arrays.toString(a));
        }
        try {
            subscripts(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
