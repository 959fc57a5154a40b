/** Builds strings with a `StringBuilder` and with `+`. */
public class TextBuilding {
    static final int WARM_UP = 10;
    static long work() {
        long total = 0;
        for (int k = 0; k < 2000; k++) {
            StringBuilder b = new StringBuilder();
            for (int i = 0; i < 100; i++) {
                b.append("item ").append(i).append(',');
            }
            String s = b.toString() + k + ":" + b.length();
            total += s.length() + s.hashCode();
        }
        return total;
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
