import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Collectors of one's own, and the less common ones of the library. */
public class Gathered {
    /** Keeps every n-th. */
    static class Every<T> implements Collector<T, List<T>, List<T>> {
        private final int n;

        Every(int n) {
            this.n = n;
        }

        public Supplier<List<T>> supplier() {
            return ArrayList::new;
        }

        public BiConsumer<List<T>, T> accumulator() {
            return List::add;
        }

        public BinaryOperator<List<T>> combiner() {
            return (a, b) -> {
                a.addAll(b);
                return a;
            };
        }

        public Function<List<T>, List<T>> finisher() {
            return l -> {
                List<T> out = new ArrayList<>();
                for (int i = 0; i < l.size(); i += n) out.add(l.get(i));
                return out;
            };
        }

        public Set<Characteristics> characteristics() {
            return EnumSet.noneOf(Characteristics.class);
        }
    }

    static <T> Collector<T, ?, TreeSet<T>> sorted() {
        return Collector.of(TreeSet::new, TreeSet::add, (a, b) -> {
            a.addAll(b);
            return a;
        });
    }

    public static void main(String[] args) {
        System.out.println(IntStream.range(0, 10).boxed().collect(new Every<>(3)));
        System.out.println(Stream.of("pear", "fig", "apple").collect(sorted()));
        Collector<Integer, int[], Integer> sum = Collector.of(() -> new int[1], (a, x) -> a[0] += x, (a, b) -> a, a -> a[0]);
        System.out.println(Stream.of(1, 2, 3).collect(sum) + " " + sum.characteristics());
        String both = Stream.of(1, 2, 3, 4).collect(Collectors.teeing(
            Collectors.summingInt(x -> x), Collectors.averagingDouble(x -> x), (s, a) -> s + "/" + a));
        System.out.println(both);
        System.out.println(Stream.of("a", "bb", "cc").collect(Collectors.summarizingInt(String::length)));
        System.out.println(Stream.of(1.5, 2.5).collect(Collectors.summarizingDouble(d -> d)).getAverage());
        System.out.println(Stream.of(7L, 9L).collect(Collectors.summarizingLong(l -> l)).getMax());
        Map<Integer, Set<Character>> letters = Stream.of("ab", "ba", "c").collect(Collectors.groupingBy(
            String::length, TreeMap::new,
            Collectors.flatMapping(s -> s.chars().mapToObj(c -> (char) c), Collectors.toCollection(TreeSet::new))));
        System.out.println(letters);
        System.out.println(Stream.of(3, 4).collect(Collectors.reducing(1, x -> x * x, Integer::sum)));
        System.out.println(Stream.of(3, 4).collect(Collectors.reducing(Integer::max)).get());
        System.out.println(Stream.of("k").collect(Collectors.toUnmodifiableMap(k -> k, String::length)));
        System.out.println(Stream.of(1, 1).collect(Collectors.toUnmodifiableSet()));
        System.out.println(Stream.of(1, 2).<String>mapMulti((x, out) -> {
            out.accept("x" + x);
            if (x > 1) out.accept("more");
        }).toList());
        System.out.println(Stream.of(2, 3).flatMapToInt(n -> IntStream.range(0, n)).sum());
        System.out.println(Stream.<String>builder().add("one").add("two").build().toList());
        System.out.println(Stream.ofNullable(null).count() + Stream.ofNullable(5).count());
        System.out.println(Arrays.asList(1, 2).stream().unordered().isParallel());
    }
}
