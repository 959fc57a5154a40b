import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Lambdas that write their parameters' types, where the interface has wildcards. */
public class TypedLambdas {
    interface Sink<X> {
        void take(List<? extends X> list);
    }

    static <Z> void give(Sink<? extends Z> sink, Z z) {
        System.out.println("given " + z);
    }

    static <T> void each(List<T> list, Consumer<? super T> c) {
        for (T t : list) c.accept(t);
    }

    static <T, R> List<R> map(List<? extends T> list, Function<? super T, ? extends R> f) {
        List<R> out = new ArrayList<>();
        for (T t : list) out.add(f.apply(t));
        return out;
    }

    public static void main(String[] args) {
        give((List<? extends String> p) -> {
        }, 1);
        each(Arrays.asList(1, 2), (Integer i) -> System.out.println(i + 1));
        each(Arrays.asList(1, 2), (Object o) -> System.out.println(o));
        Function<? super String, ? extends Integer> length = (String s) -> s.length();
        System.out.println(length.apply("four"));
        Predicate<?> empty = (String s) -> s.isEmpty();
        Comparator<? super String> backwards = (String a, String b) -> b.compareTo(a);
        List<String> letters = new ArrayList<>(List.of("x", "z", "y"));
        letters.sort(backwards);
        System.out.println(letters);
        System.out.println(map(List.of(1, 2, 3), (Number n) -> "n" + n));
        BiFunction<?, ? super Integer, ? extends Number> twice = (String s, Integer i) -> i * 2;
        Supplier<? extends List<? extends Number>> numbers = () -> List.of(1, 2.5);
        System.out.println(numbers.get().get(1));
        System.out.println(empty != null && twice != null);
    }
}
