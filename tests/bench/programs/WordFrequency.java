import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Splits lines into words and counts them in maps with strings as keys. */
public class WordFrequency {
    static final int WARM_UP = 8;
    static final List<String> LINES = lines();

    static List<String> lines() {
        List<String> lines = new ArrayList<>();
        int x = 99;
        for (int i = 0; i < 1000; i++) {
            StringBuilder b = new StringBuilder();
            for (int k = 0; k < 12; k++) {
                x = x * 1103515245 + 12345;
                if (k > 0) b.append(' ');
                b.append("w").append((x >>> 16) % 700);
            }
            lines.add(b.toString());
        }
        return lines;
    }

    static long work() {
        Map<String, Integer> counts = new HashMap<>();
        for (String line : LINES) {
            for (String word : line.split(" ")) {
                Integer n = counts.get(word);
                counts.put(word, n == null ? 1 : n + 1);
            }
        }
        Map<String, Integer> sorted = new TreeMap<>(counts);
        long h = 0;
        for (Map.Entry<String, Integer> e : sorted.entrySet()) {
            h = h * 31 + e.getKey().hashCode() + e.getValue();
        }
        for (String line : LINES) {
            int at = line.indexOf(' ');
            h += Integer.parseInt(line.substring(1, at)) + line.trim().length();
        }
        return h;
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
