import java.util.*;

/** The same streams as loops. */
public class TaskWorkers {
    static <T> T push(ArrayDeque<T> q, T x) { q.add(x); return q.remove(); }
    @SafeVarargs
    static <T> ArrayDeque<T> delay(T... fill) { return new ArrayDeque<>(Arrays.asList(fill)); }
    static void put(Object x) { System.out.print(x + " "); }

    public static void main(String[] args) {
        ArrayDeque<Float> f = delay(7f);
        for (int i = 0; i < 3; i++) put(push(f, i / 2f));
        System.out.println();
        ArrayDeque<Integer> a = delay(70, 80), b = delay(90000);
        for (int i = 0; i < 5; i++) put(push(b, push(a, i)) + "i");
        System.out.println();
        ArrayDeque<String> s = delay("a", "b");
        String best = null;
        for (int i = 1; i <= 4; i++) {
            String x = push(s, "w" + i * 7 % 5);
            if (best == null || best.compareTo(x) < 0) best = x;
            put(best);
        }
        System.out.println();
        for (int i = 0; i < 3; i++) put("text");
        System.out.println();
        for (int i = 0; i < 4; i++) put(2 * i + i + 1 + "i");
        System.out.println();
        for (int i = 0; i < 4; i++) put("<" + i / 2f / 4.0 + ">");
        System.out.println();
        ArrayDeque<Integer> c = delay(5);
        for (int i = 0; i < 4; i++) put(push(c, i + 1000) - 1000 + "i");
        System.out.println();
        for (int i = 0; i < 3; i++) put(((long) (i % 2 == 1 ? 'o' : 'e') << 40) + "l");
        System.out.println();
        ArrayDeque<Integer> d = delay(1);
        for (int i = 0; i < 3; i++) put(push(d, i + 1000) - 1000 + "i");
        System.out.println();
        ArrayDeque<Integer> e = delay(6);
        for (int i = 0; i < 3; i++) put(push(e, i) + "s");
        System.out.println();
    }
}
