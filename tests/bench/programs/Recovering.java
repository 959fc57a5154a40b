/** Parses numbers of which some are malformed: exceptions of the library, thrown a few calls below the `catch`. */
public class Recovering {
    static final int WARM_UP = 8;
    static final String[] TEXTS = {"12", "x7", "-450", "", "99999", "1e5", "7"};

    static int depth(String s, int n) {
        if (n == 0) {
            return Integer.parseInt(s);
        }
        return depth(s, n - 1) + 1;
    }

    static long work() {
        long s = 0;
        for (int i = 0; i < 7000; i++) {
            try {
                s += depth(TEXTS[i % TEXTS.length], i % 4);
            } catch (NumberFormatException e) {
                s += e.getMessage().length();
            } finally {
                s++;
            }
        }
        return s;
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
