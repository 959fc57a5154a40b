import java.util.Arrays;

/** Arrays of a few numbers that live as long as a variable does. */
public class SmallArrays {
    static int[] kept;

    static void add(int[] into, int n) {
        into[0] += n;
    }

    static boolean search(double[] a, double x, int[] where) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == x) {
                where[0] = i;
                return true;
            }
        }
        return false;
    }

    static int deep(int n, int[] counts) {
        counts[n % counts.length]++;
        return n == 0 ? counts[0] : deep(n - 1, counts);
    }

    static void keep(int[] a) {
        kept = a;
    }

    static int[] same(int[] a) {
        return a;
    }

    static int reassigned(int[] a) {
        int sum = a[0];
        a = new int[] {5, 6};
        return sum + a[1];
    }

    static int mayFail(int[] a, int i) {
        try {
            int[] inner = {1, 2, 3};
            inner[i] = a[0];
            return inner[0] + inner[2];
        } catch (ArrayIndexOutOfBoundsException e) {
            return -a.length;
        }
    }

    public static void main(String[] args) {
        int[] sum = new int[1];
        for (int i = 0; i < 10; i++) add(sum, i);
        System.out.println(sum[0]);
        double[] values = {0.5, 1.5, 2.5};
        int[] where = {-1};
        System.out.println(search(values, 2.5, where) + " " + where[0] + " " + search(values, 9, where) + " " + where[0]);
        long total = 0;
        for (int i = 0; i < 5; i++) {
            long[] fresh = new long[3];
            fresh[i % 3] += i;
            fresh[1]++;
            total = total * 10 + fresh[0] + fresh[1] + fresh[2];
            char[] letters = {(char) ('a' + i), 'z'};
            boolean[] flags = new boolean[2];
            flags[i & 1] = letters[0] > 'b';
            byte[] bytes = new byte[2];
            bytes[0] -= i * 100;
            float[] f = {i, 0.5f};
            total += (flags[0] ? 7 : 0) + (flags[1] ? 3 : 0) + bytes[0] + (int) (f[0] * f[1]) + letters.length;
        }
        System.out.println(total);
        System.out.println(deep(20, new int[4]));
        int[] counts = new int[4];
        System.out.println(deep(21, counts) + " " + counts[1]);
        int[] a = {1, 2};
        keep(a);
        a[0] = 7;
        System.out.println(kept[0] + " " + Arrays.toString(a));
        int[] b = {3, 4};
        same(b)[0] = 9;
        System.out.println(b[0]);
        int[] c = {1, 2};
        System.out.println(reassigned(c) + " " + c[1]);
        System.out.println(mayFail(new int[] {4}, 2) + " " + mayFail(new int[] {4, 5}, 3));
        int[] d = new int[2];
        try {
            d[2] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage() + " " + d.length);
        }
        int[] empty = {};
        System.out.println(empty.length);
        int[] captured = new int[1];
        Runnable r = () -> captured[0]++;
        r.run();
        r.run();
        System.out.println(captured[0]);
        int[] copied = {1, 2, 3, 4, 5};
        System.arraycopy(copied, 0, copied, 1, 4);
        int x = 0;
        for (int v : copied) x = x * 10 + v;
        System.out.println(x);
        Object o = new int[2];
        int[] e = (int[]) o;
        e[1] = 3;
        System.out.println(e[1] + " " + (o == e));
        int[] swapped = {1, 2};
        int[] other = swapped;
        other[0] = 8;
        System.out.println(swapped[0]);
    }
}
