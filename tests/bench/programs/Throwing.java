/** Exceptions thrown and caught in a loop. */
public class Throwing {
    static final int WARM_UP = 8;
    static class Odd extends Exception {
        final int value;

        Odd(int value) {
            super("odd");
            this.value = value;
        }
    }

    static int half(int n) throws Odd {
        if (n % 2 != 0) {
            throw new Odd(n);
        }
        return n / 2;
    }

    static long work() {
        long s = 0;
        for (int i = 0; i < 20000; i++) {
            try {
                s += half(i);
            } catch (Odd e) {
                s -= e.value;
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
