import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** References to methods whose own type parameters only the interface's result decides. */
public class ResultsOfReferences {
    interface Cell<R> { R at(Integer index); }

    static class Base {
        <X> X none(Integer index) { System.out.println("none of " + index); return null; }
        static <X> List<X> empty(Integer size) { return new ArrayList<>(size); }
        <K, V> K first(K a, V b) { return a; }
    }

    static class Derived extends Base {
        @Override <X> X none(Integer index) { System.out.println("derived"); return super.none(index + 100); }

        <Z> Z get(Cell<Z> cell, int index) { return cell.at(index); }
        <Z> Z both(Cell<? extends Z> a, Cell<? extends Z> b) { Z z = a.at(1); return z == null ? b.at(2) : z; }

        void run() {
            String own = get(this::none, 1), inherited = get(super::none, 2);
            int[] numbers = get(this::none, 3);
            Cell<Long> typed = this::none;
            Long l = typed.at(4);
            System.out.println(own + inherited + (numbers == null) + l);
            List<String> texts = get(Base::empty, 5);
            texts.add("text");
            Cell<List<? extends Number>> wild = Base::empty;
            System.out.println(texts + " " + wild.at(6));
            Object any = both(super::none, i -> "of " + i);
            BiFunction<String, Integer, CharSequence> pick = this::first;
            System.out.println(any + " " + pick.apply("picked", 7));
        }
    }

    static <T> T made(Supplier<T> s) { return s.get(); }
    static <T> List<T> listOf() { return new ArrayList<>(); }
    static <T extends Comparable<T>> T most(List<T> list) { T m = list.get(0); for (T t : list) if (t.compareTo(m) > 0) m = t; return m; }

    public static void main(String[] args) {
        new Derived().run();
        List<Integer> made = made(ResultsOfReferences::listOf);
        made.add(3);
        made.add(5);
        Function<List<Integer>, Integer> most = ResultsOfReferences::most;
        int boxed = most.apply(made);
        Function<List<String>, Object> loose = ResultsOfReferences::most;
        System.out.println(boxed + " " + loose.apply(List.of("a", "c", "b")));
    }
}
