import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Members of what is bounded by a type with wildcards. */
public class WildcardBounds {
    static class Box<T> {
        T v;

        Box(T v) { this.v = v; }

        T get() { return v; }
    }

    static <T extends List<? super Integer>> Object first(T t) {
        System.out.println(t.get(0));
        t.add(7);
        for (Object o : t) System.out.print(o + ";");
        return t.get(0);
    }

    public static void main(String[] args) {
        List<? extends List<? super Integer>> lists = List.of(new ArrayList<Number>(List.of(1.5)));
        System.out.println(lists.get(0).get(0));
        System.out.println(first(new ArrayList<Object>(List.of("s"))));
        List<? extends Box<?>> boxes = List.of(new Box<>('c'), new Box<>(2));
        System.out.println(boxes.get(0).v);
        System.out.println(boxes.get(1).get());
        Map<String, ? extends Map<?, ? super Integer>> m = Map.of("k", new TreeMap<>(Map.of(1, "x")));
        for (Map.Entry<?, ? super Integer> e : m.get("k").entrySet()) System.out.println(e.getValue());
        System.out.println(m.get("k").values().iterator().next());
    }
}
