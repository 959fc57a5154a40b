// Calls whose types take a closer look: written type arguments with bounds of the class's parameters, results that are of a
// wildcard with a bound still to be found, lambdas with written types before references that fit several methods.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.Stream;

public class WildcardCalls {
    abstract static class Order<T> implements Comparator<T> {
        static <T> Order<T> of(Comparator<T> c) {
            return new Order<T>() {
                @Override
                public int compare(T a, T b) {
                    return c.compare(a, b);
                }
            };
        }

        <S extends T> Order<S> nullsFirst() {
            return new NullsFirst<S>(this);
        }

        <S extends T> Order<S> backwards() {
            Order<T> self = this;
            return new Order<S>() {
                @Override
                public int compare(S a, S b) {
                    return self.compare(b, a);
                }

                @Override
                <R extends S> Order<R> nullsFirst() {
                    return self.<S>nullsFirst().<R>backwards();
                }
            };
        }

        <K extends T> Order<Map.Entry<K, ?>> onKeys() {
            return of((a, b) -> compare(a.getKey(), b.getKey()));
        }
    }

    static class NullsFirst<T> extends Order<T> {
        private final Order<? super T> inner;

        NullsFirst(Order<? super T> inner) {
            this.inner = inner;
        }

        @Override
        public int compare(T a, T b) {
            if (a == null || b == null) return a == b ? 0 : a == null ? -1 : 1;
            return inner.compare(a, b);
        }

        @Override
        <S extends T> Order<S> backwards() {
            return inner.<S>backwards();
        }
    }

    static class Natural extends Order<Comparable<?>> {
        private Order<Comparable<?>> kept;

        @Override
        @SuppressWarnings({ "unchecked", "rawtypes" })
        public int compare(Comparable<?> a, Comparable<?> b) {
            return ((Comparable) a).compareTo(b);
        }

        @Override
        @SuppressWarnings("unchecked")
        <S extends Comparable<?>> Order<S> nullsFirst() {
            Order<Comparable<?>> result = kept;
            if (result == null) result = kept = super.<Comparable<?>>nullsFirst();
            return (Order<S>) result;
        }
    }

    static <K, V> List<Map.Entry<K, V>> sorted(Comparator<? super K> c, List<Map.Entry<K, V>> entries) {
        Order<Map.Entry<K, ?>> order = Order.of(c).<K>onKeys();
        entries.sort(order);
        return entries;
    }

    static <E> Comparator<? super E> orderOf(SortedSet<E> set) {
        Comparator<? super E> c = set.comparator();
        return orNatural(c);
    }

    @SuppressWarnings("unchecked")
    static <E> Comparator<? super E> orNatural(Comparator<? super E> c) {
        return c == null ? (Comparator<E>) Comparator.naturalOrder() : c;
    }

    static <E> E greatest(SortedSet<E> set) {
        Comparator<? super E> c = orderOf(set);
        E best = set.first();
        for (E e : set) best = c.compare(e, best) > 0 ? e : best;
        return best;
    }

    static SortedSet<String> backwards(String... words) {
        SortedSet<String> set = new TreeSet<>(Comparator.reverseOrder());
        set.addAll(Arrays.asList(words));
        return set;
    }

    static <K> boolean sameOrder(SortedMap<K, ? extends Number> left, K a, K b) {
        Comparator<? super K> c = orNatural(left.comparator());
        return c.compare(a, b) == 0;
    }

    static <T> T[] part(Object[] from, int start, int end, T[] like) {
        @SuppressWarnings("unchecked")
        Class<? extends T[]> type = (Class<? extends T[]>) like.getClass();
        return Arrays.copyOfRange(from, start, end, type);
    }

    interface Bag<E> extends Collection<E> {
    }

    static class ListBag<E> extends ArrayList<E> implements Bag<E> {
        static <E> ListBag<E> create() {
            return new ListBag<>();
        }

        static <E> ListBag<E> create(Iterable<? extends E> from) {
            ListBag<E> bag = new ListBag<>();
            from.forEach(bag::add);
            return bag;
        }
    }

    static <A, R, T> Function<Stream<T>, R> gather(Supplier<A> start, BiConsumer<A, T> add, BinaryOperator<A> join, Function<A, R> end) {
        return s -> {
            A all = start.get();
            s.forEach(t -> add.accept(all, t));
            return end.apply(all);
        };
    }

    static <T, E> Collector<T, ?, List<E>> distinct(Function<? super T, ? extends E> f) {
        return Collector.of(ListBag::create, (bag, t) -> bag.add(f.apply(t)), (a, b) -> {
            a.addAll(b);
            return a;
        }, (Bag<E> bag) -> new ArrayList<>(new LinkedHashSet<>(bag)));
    }

    public static void main(String[] args) {
        Natural natural = new Natural();
        List<String> words = new ArrayList<>(Arrays.asList("b", null, "a", "c"));
        words.sort(natural.nullsFirst());
        System.out.println(words);
        words.remove(null);
        words.sort(natural.<Comparable<?>>nullsFirst().<String>backwards());
        System.out.println(words);
        System.out.println(sorted(natural, new ArrayList<>(List.of(Map.entry("y", 1), Map.entry("x", 2)))));
        System.out.println(greatest(new TreeSet<>(List.of(3, 9, 4))) + " " + greatest(backwards("p", "q")));
        System.out.println(sameOrder(new TreeMap<String, Integer>(String.CASE_INSENSITIVE_ORDER), "a", "A"));
        String[] some = part(new Object[] { "one", "two", "three" }, 1, 3, new String[0]);
        System.out.println(Arrays.toString(some));
        System.out.println(Stream.of(1, 2, 1, 3).collect(distinct(n -> "n" + n)));
        Function<Stream<Integer>, Integer> count = gather(ListBag::create, (bag, n) -> bag.add(n), (a, b) -> a, (Bag<Integer> bag) -> bag.size());
        System.out.println(count.apply(Stream.of(4, 5, 6)));
    }
}
