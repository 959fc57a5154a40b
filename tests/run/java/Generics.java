import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
public class Generics {
    static class Node<T extends Comparable<T>> {
        T value; Node<T> left, right;
        Node(T value) { this.value = value; }
        void insert(T v) {
            if (v.compareTo(value) < 0) { if (left == null) left = new Node<>(v); else left.insert(v); }
            else if (right == null) right = new Node<>(v); else right.insert(v);
        }
        void walk(List<? super T> out) { if (left != null) left.walk(out); out.add(value); if (right != null) right.walk(out); }
    }
    static class Range implements Iterable<Integer> {
        final int lo, hi;
        Range(int lo, int hi) { this.lo = lo; this.hi = hi; }
        public Iterator<Integer> iterator() {
            return new Iterator<Integer>() {
                int at = lo;
                public boolean hasNext() { return at < hi; }
                public Integer next() { return at++; }
            };
        }
    }
    static <T extends Comparable<? super T>> T max(Iterable<? extends T> xs) {
        T best = null;
        for (T x : xs) if (best == null || x.compareTo(best) > 0) best = x;
        return best;
    }
    static <A, B, C> Function<A, C> compose(Function<A, B> f, Function<B, C> g) { return a -> g.apply(f.apply(a)); }
    static int twice(int x) { return 2 * x; }
    int base = 100;
    int plus(int x) { return base + x; }
    public static void main(String[] args) {
        Node<String> root = new Node<>("m");
        for (String s : "q c x a n".split(" ")) root.insert(s);
        List<Object> out = new ArrayList<>();
        root.walk(out);
        System.out.println(out + " " + max(new Range(3, 9)) + " " + max(List.of("b", "z", "k")));
        Function<Integer, Integer> f = Generics::twice, g = new Generics()::plus;
        System.out.println(compose(f, g).apply(5) + " " + compose(g, x -> "<" + x + ">").apply(5) + " " + f.andThen(g).apply(1));
        Supplier<List<String>> make = ArrayList::new;
        List<String> list = make.get();
        list.add("pear"); list.add("fig"); list.add("banana"); list.add("kiwi");
        list.sort(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        System.out.println(list);
        Map<String, Integer> counts = new HashMap<>();
        for (String w : "to be or not to be that is the question to be".split(" ")) counts.merge(w, 1, Integer::sum);
        System.out.println(counts);
        for (Map.Entry<String, Integer> e : counts.entrySet()) if (e.getValue() > 1) System.out.print(e.getKey() + "=" + e.getValue() + " ");
        System.out.println();
        BiFunction<Integer, Integer, Integer> gcd = new BiFunction<>() {
            public Integer apply(Integer a, Integer b) { return b == 0 ? a : this.apply(b, a % b); }
        };
        System.out.println(gcd.apply(48, 36));
        int[] counter = {0};
        Runnable r = () -> counter[0]++;
        for (int i = 0; i < 5; i++) r.run();
        System.out.println(counter[0]);
        counts.computeIfAbsent("new", k -> k.length());
        System.out.println(counts.getOrDefault("new", -1) + " " + counts.getOrDefault("none", -1) + " " + counts.containsKey("be") + " " + counts.remove("be") + " " + counts.size());
    }
}
