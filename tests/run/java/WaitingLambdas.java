import static java.util.Comparator.comparingInt;
import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Calls with lambdas as arguments of constructors and methods that have several forms: the parameter says what the lambda takes. */
public class WaitingLambdas {
    record Edge(int from, int to, // the ends
        double weight // the cost
    ) { }

    record Tree<T>(T root , List<Tree<T>> below , int... marks ) { }

    static class Heap<T> {
        final String by;
        final List<T> all = new ArrayList<>();
        final Comparator<? super T> order;

        Heap(int size) { this("size " + size, null); }
        Heap(Comparator<? super T> order) { this("order", order); }
        Heap(List<? extends T> all) { this("list", null); }
        private Heap(String by, Comparator<? super T> order) { this.by = by; this.order = order; }

        Heap<T> with(T value) { all.add(value); if (order != null) all.sort(order); return this; }
        static <U> Heap<U> of(Comparator<U> order) { return new Heap<>(order); }
        static <U> Heap<U> of(List<U> all) { return new Heap<>(all); }
    }

    static <T> Comparator<T> by(Function<? super T, Integer> key) { return (a, b) -> key.apply(a) - key.apply(b); }

    public static void main(String[] args) {
        PriorityQueue<Edge> edges = new PriorityQueue<>(Comparator.comparingDouble(e -> e.weight));
        PriorityQueue<int[]> pairs = new PriorityQueue<int[]>(comparingInt(p -> p[1]));
        TreeSet<String> words = new TreeSet<>(Comparator.comparing(w -> w.length()));
        Map<int[], String> named = new TreeMap<>(Comparator.comparingInt(a -> a[0]));
        Heap<Edge> heap = new Heap<>(by(e -> e.to));
        Heap<String> other = Heap.of(by(s -> s.length()));
        for (int i = 0; i < 5; i++) {
            edges.add(new Edge(i, i * 3 % 5, 9 - i));
            pairs.add(new int[] {i, 7 * i % 4});
            words.add("abc".substring(i % 3));
            named.put(new int[] {4 - i}, "n" + i);
            heap.with(new Edge(i, i * 2 % 5, i));
            other.with("xxxxx".substring(i));
        }
        StringBuilder out = new StringBuilder();
        while (!edges.isEmpty()) out.append(edges.poll().from());
        while (!pairs.isEmpty()) out.append(' ').append(pairs.poll()[1]);
        System.out.println(out + " " + words + " " + named.values());
        System.out.println(heap.by + " " + heap.all.get(0).to() + heap.all.get(4).to() + " " + other.by + " " + other.all);
        Map<Integer, List<String>> grouped = List.of("a", "bb", "cc").stream().collect(groupingBy(s -> s.length()));
        Map<Boolean, Long> counted = List.of(1, 2, 3).stream().collect(Collectors.partitioningBy(n -> n > 1, Collectors.counting()));
        System.out.println(grouped + " " + counted + " " + new Tree<>("r", List.of(), 1, 2).marks().length);
    }
}
