import java.util.HashMap;
import java.util.Map;

/** Counts in a `HashMap<Integer, Integer>`. */
public class MapOfIntegers {
    static final int WARM_UP = 8;
    static long work() {
        Map<Integer, Integer> counts = new HashMap<>();
        int x = 12345;
        for (int i = 0; i < 400000; i++) {
            x = x * 1103515245 + 12345;
            int key = (x >>> 8) % 20000;
            Integer old = counts.get(key);
            counts.put(key, old == null ? 1 : old + 1);
        }
        long s = 0;
        for (Map.Entry<Integer, Integer> e : counts.entrySet()) {
            s += (long) e.getKey() * e.getValue();
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
