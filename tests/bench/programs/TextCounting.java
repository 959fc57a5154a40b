/** Counts the characters and the words of a string. */
public class TextCounting {
    static final int WARM_UP = 10;
    static final String TEXT = make();

    static String make() {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 20000; i++) {
            b.append("word").append(i % 97).append(' ');
        }
        return b.toString();
    }

    static long work() {
        int[] counts = new int[128];
        int words = 0;
        for (int k = 0; k < 10; k++) {
            boolean inside = false;
            for (int i = 0; i < TEXT.length(); i++) {
                char c = TEXT.charAt(i);
                counts[c]++;
                if (c == ' ') {
                    inside = false;
                } else if (!inside) {
                    inside = true;
                    words++;
                }
            }
        }
        return words * 31L + counts['w'] + counts['7'];
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
