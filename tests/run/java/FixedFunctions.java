import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Lambdas and references for interfaces that say what a generic function's types are, beside classes that implement the same. */
public class FixedFunctions {
    interface OfText extends Function<String, Object> {
    }

    interface Twice extends UnaryOperator<String> {
    }

    interface Test extends Predicate<String> {
    }

    interface Taker extends Consumer<String> {
    }

    interface Maker extends Supplier<String> {
    }

    interface Joined extends BinaryOperator<String> {
    }

    interface Longer extends Comparator<String> {
    }

    interface Step<A, B> {
        B step(A a);

        default <C> Step<A, C> then(Step<? super B, ? extends C> next) {
            return a -> next.step(step(a));
        }
    }

    interface Counted<A> extends Step<A, Integer> {
    }

    interface TextCounted extends Counted<String> {
        default int twice(String s) {
            return 2 * step(s);
        }
    }

    /** The generic function has a default here; another one is the function. */
    interface Other extends Function<String, String> {
        @Override
        default String apply(String s) {
            return "default " + s;
        }

        String apply(Integer n);
    }

    /** Says the function again, for its own types. */
    interface Again extends BiFunction<Integer, Integer, Integer> {
        @Override
        Integer apply(Integer a, Integer b);
    }

    static class Named implements OfText {
        @Override
        public Object apply(String s) {
            return s + "!";
        }
    }

    static class NamedTwice implements Twice {
        @Override
        public String apply(String s) {
            return s + s;
        }
    }

    static <T, R> R call(Function<T, R> f, T value) {
        return f.apply(value);
    }

    static <T extends OfText> Object bounded(T f) {
        return f.apply("bounded") + " " + f.andThen(o -> "[" + o + "]").apply("then");
    }

    public static void main(String[] args) {
        OfText length = s -> s.length();
        OfText same = String::trim;
        System.out.println(length.apply("four") + " " + same.apply(" x ") + " " + new Named().apply("named"));
        System.out.println(call(length, "five5") + " " + call(same, " y ") + " " + call(new Named(), "called"));
        System.out.println(bounded(length) + " " + bounded(new Named()));

        Twice twice = s -> s + "u";
        System.out.println(twice.apply("q") + " " + twice.compose((Integer n) -> "n" + n).apply(7) + " " + new NamedTwice().andThen(twice).apply("z"));

        Test empty = String::isEmpty;
        System.out.println(empty.test("") + " " + empty.negate().test("") + " " + empty.or(s -> s.startsWith("a")).test("abc"));

        List<String> seen = new ArrayList<>();
        Taker add = seen::add;
        Taker twiceAdded = s -> {
            add.accept(s);
            add.andThen(t -> seen.add(t + "'")).accept(s);
        };
        twiceAdded.accept("k");
        List.of("l", "m").forEach(twiceAdded);
        System.out.println(seen);

        Maker maker = () -> "made";
        Joined joined = String::concat;
        System.out.println(maker.get() + " " + joined.apply("a", "b") + " " + joined.andThen(String::length).apply("cd", "efg"));

        List<String> words = new ArrayList<>(List.of("ccc", "a", "bb", "aa"));
        Longer longer = (a, b) -> b.length() - a.length();
        words.sort(longer);
        System.out.println(words);
        words.sort(longer.reversed().thenComparing(Comparator.naturalOrder()));
        System.out.println(words);

        Counted<List<?>> size = List::size;
        TextCounted digits = s -> (int) s.chars().filter(Character::isDigit).count();
        System.out.println(size.step(words) + " " + digits.step("a1b22") + " " + digits.twice("123") + " " + digits.then(n -> n + "!").step("9"));

        Other other = n -> "number " + n;
        Function<String, String> plain = other;
        System.out.println(other.apply("text") + ", " + other.apply(3) + ", " + plain.apply("plain"));

        Again sum = Integer::sum;
        BiFunction<Integer, Integer, Integer> asFunction = sum;
        System.out.println(sum.apply(2, 3) + " " + asFunction.apply(4, 5) + " " + asFunction.andThen(n -> n * n).apply(1, 2));

        Function<String, Object>[] all = new Function[] { length, same, new Named(), (Function<String, Object>) s -> s.charAt(0) };
        for (Function<String, Object> f : all)
            System.out.print(f.apply("end ") + ";");
        System.out.println();
        try {
            ((Function) length).apply(1);
        } catch (ClassCastException e) {
            System.out.println("not a text");
        }
    }
}
