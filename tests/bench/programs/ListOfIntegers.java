import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Fills, sums and sorts an `ArrayList<Integer>`. */
public class ListOfIntegers {
    static final int WARM_UP = 8;
    static long work() {
        List<Integer> list = new ArrayList<>();
        int x = 1;
        for (int i = 0; i < 200000; i++) {
            x = x * 1664525 + 1013904223;
            list.add(x >>> 12);
        }
        long s = 0;
        for (int k = 0; k < 5; k++) {
            for (int v : list) {
                s += v;
            }
            for (int i = 0; i < list.size(); i++) {
                s ^= list.get(i);
            }
        }
        Collections.sort(list);
        return s + list.get(1000);
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
