/** Loops that count in other ways than `for (int i = 0; i < n; i++)` mean the same. */
public class CountedLoops {
    static void whileLast(int[] a, int n) {
        int i = 0;
        while (i < n) {
            a[i] = i * 3;
            i++;
        }
    }

    static void whileInSubscript(int[] a, int n) {
        int i = 0;
        while (i < n) a[i++] = 7;
    }

    static void headless(int[] a, int n) {
        int i = 2;
        for (; i < n; i++) {
            a[i] = i + 1;
        }
    }

    static void down(int[] a) {
        for (int i = a.length; i-- > 0;) a[i] = i * i;
    }

    static void downWhile(int[] a) {
        int i = a.length;
        while (--i >= 0) a[i] = 5 - i;
    }

    static void upTo(int[] a, int n) {
        for (int i = 0; i + 1 < n; i++) a[i] = i - 9;
    }

    static void from(int[] a, int lo, int n) {
        for (int i = lo; i + 2 < n; i += 2) a[i] = i;
    }

    static void strided(int[] a, int parts) {
        for (int t = 0; t < parts; t++)
            for (int i = t; i < a.length; i += parts) a[i] = i * 10 + t;
    }

    static void stepped(int[] a, int step) {
        for (int i = 1; i < a.length; i += step) a[i] = -i;
    }

    static void inner(int[] a, int h, int w) {
        for (int i = 0; i < h; i++) {
            int base = i * w;
            int y = 0;
            while (y < w) {
                a[base + y] = i ^ y;
                y++;
            }
        }
    }

    static void twoCounters(int[] a, int h, int w) {
        for (int i = 0; i < h; i++) {
            int y = 0;
            int z = 0;
            for (y = 0, z = w; y < w; y++, z--) a[i * w + y] = z;
        }
    }

    static void mirrored(int[] a, int[] from) {
        for (int i = 0, j = from.length - 1; i < a.length; i++, j--) a[i] = from[j] * 2;
    }

    static void narrow(int[] a, int n) {
        for (short i = 0; i < n; i++) a[i] = i + i;
    }

    static void based(long[] o, long lo) {
        for (long v = lo; v < lo + o.length; v++) o[(int) (v - lo)] = v * v;
    }

    static void basedTo(long[] o, long lo, long hi) {
        for (long v = lo; v <= hi; v++) o[(int) (v - lo)] = v * 3;
    }

    static void wide(int[] o, int w, int h) {
        for (int v = 0; v < h; v++)
            for (int u = 0; u < w; u++) o[(int) ((long) v * w + u)] = v - u;
    }

    static int at(int i, int j, int w) {
        return i * w + j;
    }

    static void byHelper(int[] a, int h, int w) {
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++) a[at(i, j, w)] = i * 100 + j;
    }

    static void put(int[] a, int i) {
        a[i] = i * i - 1;
    }

    static void inHelper(int[] a) {
        for (int i = 0; i < a.length; i++) put(a, i);
    }

    static void parts(int[] a, int w) {
        for (int i = 0; i < a.length / w; i++) java.util.Arrays.fill(a, i * w, (i + 1) * w, i);
    }

    static void oddEven(int[] a) {
        int n = a.length;
        for (int p = 0; p < n; p++)
            for (int i = p & 1; i + 1 < n; i += 2)
                if (a[i] > a[i + 1]) {
                    int t = a[i];
                    a[i] = a[i + 1];
                    a[i + 1] = t;
                }
    }

    static void sieve(boolean[] c) {
        int n = c.length;
        for (int p = 2; p * p < n; p++)
            if (!c[p])
                for (int m = p * p; m < n; m += p) c[m] = true;
    }

    static long sum(int[] a) {
        long s = 0;
        for (int i = 0; i < a.length; i++) s = s * 31 + a[i];
        return s;
    }

    static long sum(long[] a) {
        long s = 0;
        for (int i = 0; i < a.length; i++) s = s * 31 + a[i];
        return s;
    }

    static void all(int n) {
        int[] a = new int[n];
        StringBuilder out = new StringBuilder();
        whileLast(a, n);
        out.append(sum(a)).append(' ');
        whileInSubscript(a, n / 2);
        out.append(sum(a)).append(' ');
        headless(a, n);
        out.append(sum(a)).append(' ');
        down(a);
        out.append(sum(a)).append(' ');
        downWhile(a);
        out.append(sum(a)).append(' ');
        upTo(a, n);
        upTo(a, Integer.MIN_VALUE);
        out.append(sum(a)).append(' ');
        from(a, 1, n);
        out.append(sum(a)).append(' ');
        strided(a, 3);
        out.append(sum(a)).append(' ');
        stepped(a, 4);
        out.append(sum(a)).append(' ');
        inner(a, n / 8, 8);
        out.append(sum(a)).append(' ');
        twoCounters(a, n / 4, 4);
        out.append(sum(a)).append(' ');
        int[] b = a.clone();
        mirrored(a, b);
        out.append(sum(a)).append(' ');
        narrow(a, n > 30000 ? 30000 : n);
        out.append(sum(a)).append(' ');
        wide(a, 4, n / 4);
        out.append(sum(a)).append(' ');
        byHelper(a, n / 16, 16);
        out.append(sum(a)).append(' ');
        inHelper(a);
        out.append(sum(a)).append(' ');
        parts(a, 5);
        out.append(sum(a)).append(' ');
        long[] o = new long[n];
        based(o, 5000000000L);
        out.append(sum(o)).append(' ');
        basedTo(o, -3L, n - 4L);
        out.append(sum(o));
        System.out.println(n + ": " + out);
    }

    public static void main(String[] args) {
        all(0);
        all(1);
        all(40);
        all(100_003);
        int[] c = new int[501];
        for (int i = 0; i < c.length; i++) c[i] = (i * 7919) % 1000;
        oddEven(c);
        System.out.println(sum(c) + " " + c[0] + " " + c[500]);
        boolean[] composite = new boolean[20_000];
        sieve(composite);
        int primes = 0;
        for (int i = 2; i < composite.length; i++) primes += composite[i] ? 0 : 1;
        System.out.println(primes);
        try {
            narrow(new int[10], 12);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            based(new long[3], Long.MAX_VALUE - 1);
            System.out.println("nothing");
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        int[] few = new int[4];
        try {
            whileInSubscript(few, 6);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
