/** Sorts an array of ints by hand. */
public class QuickSort {
    static final int WARM_UP = 10;
    static void sort(int[] a, int lo, int hi) {
        int i = lo;
        int j = hi;
        int pivot = a[(lo + hi) >>> 1];
        while (i <= j) {
            while (a[i] < pivot) {
                i++;
            }
            while (a[j] > pivot) {
                j--;
            }
            if (i <= j) {
                int t = a[i];
                a[i] = a[j];
                a[j] = t;
                i++;
                j--;
            }
        }
        if (lo < j) {
            sort(a, lo, j);
        }
        if (i < hi) {
            sort(a, i, hi);
        }
    }

    static long work() {
        int[] a = new int[300000];
        int x = 42;
        for (int i = 0; i < a.length; i++) {
            x = x * 1103515245 + 12345;
            a[i] = x >>> 4;
        }
        sort(a, 0, a.length - 1);
        return a[1234] + a[250000];
    }

    public static void main(String[] args) {
        for (int i = 0; i < WARM_UP; i++) {
            work();
        }
        long[] times = new long[7];
        long check = 0;
        for (int i = 0; i < times.length; i++) {
            long start = System.nanoTime();
            check = work();
            times[i] = System.nanoTime() - start;
        }
        java.util.Arrays.sort(times);
        System.out.println("check " + check);
        System.out.println("median " + times[3]);
    }
}
