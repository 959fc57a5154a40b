import java.util.*;
import java.util.function.*;

/** Functions as values without streams: composition, currying, memoisation, lazy lists, continuations, method references. */
public class Functional {
    @FunctionalInterface interface TriFunction<A, B, C, R> {
        R apply(A a, B b, C c);

        default <S> TriFunction<A, B, C, S> then(Function<? super R, ? extends S> f) { return (a, b, c) -> f.apply(apply(a, b, c)); }

        static <A, B, C, R> Function<A, Function<B, Function<C, R>>> curry(TriFunction<A, B, C, R> f) {
            return a -> b -> c -> f.apply(a, b, c);
        }
    }

    interface IntOp { int op(int a, int b); }

    static final class Lazy<T> implements Supplier<T> {
        private Supplier<? extends T> maker;
        private T value;
        Lazy(Supplier<? extends T> maker) { this.maker = maker; }
        public T get() {
            if (maker != null) {
                value = maker.get();
                maker = null;
            }
            return value;
        }
    }

    record Cell<T>(T head, Lazy<Cell<T>> tail) {
        static <T> Cell<T> iterate(T seed, UnaryOperator<T> f) { return new Cell<>(seed, new Lazy<>(() -> iterate(f.apply(seed), f))); }
        Cell<T> filter(Predicate<? super T> p) {
            Cell<T> c = this;
            while (!p.test(c.head)) c = c.tail.get();
            final Cell<T> found = c;
            return new Cell<>(found.head, new Lazy<>(() -> found.tail.get().filter(p)));
        }
        List<T> take(int n) {
            List<T> r = new ArrayList<>();
            for (Cell<T> c = this; n > 0; n--) {
                r.add(c.head);
                if (n > 1) c = c.tail.get();
            }
            return r;
        }
    }

    static <A, B> Function<A, B> memo(Function<A, B> f) {
        Map<A, B> known = new HashMap<>();
        return a -> {
            if (!known.containsKey(a)) known.put(a, f.apply(a));
            return known.get(a);
        };
    }

    static int calls;
    static Function<Integer, Long> fib;
    private final String prefix;
    Functional(String prefix) { this.prefix = prefix; }
    String greet(String name) { return prefix + ", " + name; }
    static int twice(int x) { return 2 * x; }

    static Cell<Integer> sieve(Cell<Integer> c) {
        int p = c.head();
        return new Cell<>(p, new Lazy<>(() -> sieve(c.tail().get().filter(n -> n % p != 0))));
    }

    static void hanoi(int n, String a, String b, String c, BiConsumer<String, String> move) {
        if (n == 0) return;
        hanoi(n - 1, a, c, b, move);
        move.accept(a, c);
        hanoi(n - 1, b, a, c, move);
    }

    public static void main(String[] args) {
        Function<Integer, Integer> inc = x -> x + 1, dbl = Functional::twice;
        System.out.println(inc.andThen(dbl).apply(5) + " " + inc.compose(dbl).apply(5) + " " + Function.<Integer>identity().apply(7));
        TriFunction<Integer, Integer, Integer, Integer> volume = (a, b, c) -> a * b * c;
        System.out.println(TriFunction.curry(volume).apply(2).apply(3).apply(7) + " " + volume.then(v -> "v" + v).apply(1, 2, 3));
        fib = memo(n -> {
            calls++;
            return n < 2 ? (long) n : fib.apply(n - 1) + fib.apply(n - 2);
        });
        System.out.println(fib.apply(80) + " in " + calls);
        System.out.println(Cell.iterate(1, x -> x * 3).take(8) + " " + sieve(Cell.iterate(2, x -> x + 1)).take(15));
        Functional hello = new Functional("Hello");
        Function<String, String> greet = hello::greet;
        Function<String, Functional> make = Functional::new;
        BiFunction<Functional, String, String> unbound = Functional::greet;
        System.out.println(greet.apply("Ada") + " " + unbound.apply(make.apply("Bye"), "Bob"));
        IntFunction<int[]> arrays = int[]::new;
        IntOp[] ops = {(a, b) -> a + b, Math::max, Integer::compare, (a, b) -> { while (b != 0) { int t = a % b; a = b; b = t; } return a; }};
        for (IntOp o : ops) System.out.print(o.op(84, 36) + " ");
        System.out.println(arrays.apply(3).length);
        int[] count = new int[1];
        StringBuilder moves = new StringBuilder();
        hanoi(3, "A", "B", "C", (from, to) -> {
            count[0]++;
            moves.append(from).append(to).append(' ');
        });
        System.out.println(count[0] + ": " + moves.toString().trim());
        Predicate<String> empty = String::isEmpty, longer = s -> s.length() > 3;
        for (String s : new String[] {"", "abc", "abcd"}) System.out.print(empty.or(longer).test(s) + "/" + longer.negate().and(empty.negate()).test(s) + " ");
        System.out.println();
        Optional<String> o = Optional.of("value");
        System.out.println(o.map(String::length).filter(n -> n > 3).orElse(0) + " " + Optional.empty().isPresent() + " " + o.flatMap(v -> Optional.<Integer>empty()).map(x -> x + 1).orElseGet(() -> -1));
        Supplier<Supplier<String>> nested = () -> () -> "deep";
        System.out.println(nested.get().get());
        Runnable r = null;
        for (int i = 0; i < 3; i++) {
            final int k = i;
            final Runnable before = r;
            r = () -> {
                if (before != null) before.run();
                System.out.print(k + " ");
            };
        }
        r.run();
        System.out.println();
        BinaryOperator<UnaryOperator<Integer>> both = (f, g) -> x -> g.apply(f.apply(x));
        UnaryOperator<Integer> chain = UnaryOperator.identity();
        for (int i = 1; i <= 5; i++) {
            int add = i;
            chain = both.apply(chain, x -> x * 2 + add);
        }
        System.out.println(chain.apply(1));
        ToDoubleFunction<Integer> half = x -> x / 2.0;
        DoubleUnaryOperator root = Math::sqrt;
        System.out.println(root.compose(x -> x * x).applyAsDouble(half.applyAsDouble(7)));
        Comparator<String> order = Comparator.<String, Integer>comparing(String::length, Comparator.reverseOrder()).thenComparing(Function.identity());
        List<String> words = new ArrayList<>(List.of("pear", "fig", "apple", "kiwi", "plum", "date"));
        words.sort(order);
        words.replaceAll(String::toUpperCase);
        words.removeIf(w -> w.startsWith("K"));
        System.out.println(words);
        Callable3 c = new Callable3() { int n = 1; @Override public int call() { return n *= 3; } };
        System.out.println(c.call() + c.call() * 10 + " " + c.name());
    }

    static abstract class Callable3 {
        abstract int call();
        String name() { return "callable" + call(); }
    }
}
