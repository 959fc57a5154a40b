class Main {
    static int[] count(int[] a, int buckets) {
        int[] h = new int[buckets];
        for (int i = 0; i < a.length; i++) h[a[i] % buckets]++;
        return h;
    }

    static void add(int[] a, long[] to) {
        for (int i = 0; i < a.length; i++) to[a[i] & 7] += (long) a[i] * a[i];
    }

    static int[] twice(int[] a) {
        int[] b = new int[a.length];
        for (int i = 0; i < a.length; i++) b[i] = a[i] * 2 + 1;
        return b;
    }

    static long[][] table(int[] a) {
        long[][] t = new long[3][5];
        for (int i = 0; i < a.length; i++) t[a[i] % 3][i % 5] += i;
        return t;
    }

    static int[] unsafe(int[] a, int limit) {
        int[] h = new int[limit];
        for (int i = 0; i < a.length; i++) h[a[i]]++;
        return h;
    }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 2, 3, 50, 30000}) {
            int[] a = new int[n];
            for (int i = 0; i < n; i++) a[i] = (int) ((long) i * 7919 % 1000);
            int[] b = twice(a);
            System.out.println(n + ": " + java.util.Arrays.toString(count(b, 6)) + " " + java.util.Arrays.toString(count(a, 1)));
            long[] sums = {1, 2, 3, 4, 5, 6, 7, 8};
            add(b, sums);
            add(a, sums);
            System.out.println(java.util.Arrays.toString(sums));
            System.out.println(java.util.Arrays.deepToString(table(twice(b))));
            try {
                System.out.println(unsafe(b, 1500)[1]);
            } catch (ArrayIndexOutOfBoundsException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
