/** Search: recursion over arrays that an object holds, and permutations in place. */
public class Queens {
    static final int WARM_UP = 8;
    private final int[] column;
    private final boolean[] taken;
    private final boolean[] rising;
    private final boolean[] falling;
    private final int n;
    private int found;

    Queens(int n) {
        this.n = n;
        column = new int[n];
        taken = new boolean[n];
        rising = new boolean[2 * n];
        falling = new boolean[2 * n];
    }

    void place(int row) {
        if (row == n) {
            found++;
            return;
        }
        for (int c = 0; c < n; c++) {
            if (!taken[c] && !rising[row + c] && !falling[row - c + n]) {
                taken[c] = rising[row + c] = falling[row - c + n] = true;
                column[row] = c;
                place(row + 1);
                taken[c] = rising[row + c] = falling[row - c + n] = false;
            }
        }
    }

    static int permutations(int[] a, int k) {
        if (k == 1) {
            return a[0] < a[a.length - 1] ? 1 : 0;
        }
        int s = 0;
        for (int i = 0; i < k; i++) {
            s += permutations(a, k - 1);
            int j = k % 2 == 0 ? i : 0;
            int t = a[j];
            a[j] = a[k - 1];
            a[k - 1] = t;
        }
        return s;
    }

    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static long work() {
        Queens q = new Queens(9);
        q.place(0);
        int[] a = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        return q.found * 1000000L + permutations(a, a.length) + ackermann(2, 300);
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
