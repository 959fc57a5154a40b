import java.util.*;
import java.util.*; import java.util.concurrent.*; import java.util.function.*;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.*;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Which of several methods a call means, where lambdas and references are arguments. */
public class Overloads {
    public static void main(String[] args) throws Throwable {
        NearestInterface.main(args);
        OverloadsByBounds.main(args);
        ValueOrVoid.main(args);
        TypedLambdas.main(args);
        ResultsOfReferences.main(args);
        FunctionalOverloads.main(args);
    }
}

// Which of two methods a lambda or a reference means where both of their interfaces fit: the one whose result is nearer.

class NearestInterface {
    static String number(Function<String, Integer> f) { return "Function "; }
    static String number(ToIntFunction<String> f) { return "ToInt "; }
    static String given(Supplier<Integer> f) { return "Supplier "; }
    static String given(IntSupplier f) { return "IntSupplier "; }
    static String wide(ToLongFunction<String> f) { return "ToLong "; }
    static String wide(ToDoubleFunction<String> f) { return "ToDouble "; }
    static String wide(ToIntFunction<String> f) { return "ToInt "; }
    static Integer boxed() { return 1; }
    static int plain() { return 1; }
    static Integer ofString(String s) { return 3; }
    static Integer field = 7;
    static int count = 3;
    static Integer[] boxes = {1};

    public static void main(String[] args) {
        System.out.println(number((String s) -> s.length()) + number((String s) -> Integer.valueOf(3))
            + number((String s) -> { return Integer.valueOf(3); }) + number((String s) -> { return s.length(); })
            + number((String s) -> -s.length()) + number((String s) -> s.isEmpty() ? 1 : 2)
            + number((String s) -> s.isEmpty() ? Integer.valueOf(1) : field) + number((String s) -> (int) field)
            + number((String s) -> (Integer) count));
        System.out.println(given(() -> boxed()) + given(() -> plain()) + given(() -> field) + given(() -> count)
            + given(() -> field + 1) + given(() -> boxes[0]) + given(() -> { if (count > 2) return boxed(); return field; })
            + given(NearestInterface::boxed) + given(NearestInterface::plain) + given(() -> 5) + given(field::intValue)
            + given("x"::length));
        System.out.println(wide(String::length) + wide((String s) -> s.length()) + wide((String s) -> 'c')
            + number(NearestInterface::ofString) + number(String::length));
    }
}

/** Overloads that differ in the bounds of their type parameters alone. */
class OverloadsByBounds {
    static <T extends Collection<?>> T checked(T all, String what, Object... rest) {
        System.out.println("collection of " + all.size() + what + rest.length);
        return all;
    }

    static <T extends Map<?, ?>> T checked(T all, String what, Object... rest) {
        System.out.println("map of " + all.size() + what + rest.length);
        return all;
    }

    static <T extends CharSequence> T checked(T all, String what, Object... rest) {
        System.out.println("text of " + all.length() + what + rest.length);
        return all;
    }

    static <T extends CharSequence> T checked(T all) {
        return checked(all, ", ");
    }

    static <T extends Map<?, ?>> T checked(T all) {
        return checked(all, ", ", 1);
    }

    static class Shape implements Comparable<Shape> {
        public int compareTo(Shape other) {
            return 0;
        }
    }

    interface Sorter<E> {
        <T extends E> void one(T a, List<? super T> into);

        <T extends Comparable<? super T>> T greatest(List<T> all);
    }

    /** The bounds agree once `E` is `Shape`: these override. */
    static class ShapeSorter implements Sorter<Shape> {
        public <S extends Shape> void one(S a, List<? super S> into) {
            into.add(a);
        }

        public <S extends Comparable<? super S>> S greatest(List<S> all) {
            return all.get(all.size() - 1);
        }
    }

    public static void main(String[] args) {
        String text = checked("four");
        Map<String, Integer> map = checked(new HashMap<String, Integer>());
        TreeSet<String> set = checked(new TreeSet<String>(List.of(text)), ": ", 1, 2);
        System.out.println(text + map + set);
        Sorter<Shape> sorter = new ShapeSorter();
        List<Object> shapes = new ArrayList<>();
        sorter.one(new Shape(), shapes);
        System.out.println(shapes.size() + " " + sorter.greatest(List.of(3, 4)));
    }
}

class ValueOrVoid {
    static void run(Runnable r) { System.out.println("runnable"); r.run(); }
    static <T> T run(Supplier<T> s) { System.out.println("supplier"); return s.get(); }
    static void timed(String n, Runnable r) { System.out.println(n + " R"); }
    static int timed(String n, Callable<Integer> c) { System.out.println(n + " C"); return 1; }
    interface Callable<V> { V call() throws Exception; }
    static int calls; static void hit() { calls++; } static int give() { return 7; }
    int inst() { return 4; } void nothing() { }
    interface MyComparable<T extends MyComparable<T>> { int compareTo(T other); }
    static abstract class MyEnum<E extends MyEnum<E>> implements MyComparable<E> { public int compareTo(E other) { return 5; } }
    @SuppressWarnings("rawtypes") static class MyColor extends MyEnum { }
    static abstract class Base<A> { public abstract String go(A a); public String go(String s) { return "s" + s; } }
    static class Impl extends Base<String> { }
    interface SAM { void m(); }
    record Person(String name, int age) { }
    public static void main(String[] args) {
        run(() -> hit()); run(() -> give()); run(() -> { hit(); }); run(ValueOrVoid::hit); run(() -> System.out.println("x"));
        ValueOrVoid g = new ValueOrVoid(); run(() -> g.nothing()); run(g::nothing);
        timed("a", () -> hit()); timed("b", () -> give()); timed("c", () -> System.out.println());
        int a = 1, b = 2, c = 3, d = 4;
        boolean x = (a < b & c > d), y = (give() < b & give() > d); System.out.println(x + " " + y);
        MyComparable<?> mc = new MyColor();
        System.out.println(new MyColor().compareTo(new MyColor()));
        Base<String> bs = new Impl(); System.out.println(bs.go("q"));
        Object o = (java.io.Serializable & SAM) () -> System.out.println("sam"); ((SAM) o).m();
        Integer i = 5; i++; do { if (i > 0) break; return; } while (i++ < 10);
        do { System.out.println("once"); break; } while (i-- > 0);
        List<Person> l = new ArrayList<>(List.of(new Person("b", 1), new Person("a", 2)));
        boolean byName = args.length == 0;
        l.sort(byName ? Comparator.comparing(p -> p.name()) : Comparator.comparing(p -> p.age())); System.out.println(l);
        l.sort((byName ? Comparator.comparing(Person::age) : Comparator.comparing(Person::name))); System.out.println(l);
        Object an = new Object() { Runnable r() { return this instanceof Runnable ? (Runnable) this : null; } }.r(); System.out.println(an);
        try { Object exception = null; try { throw new RuntimeException("q"); } catch (RuntimeException e) { exception = e; } System.out.println(exception); } finally { }
        Object flow = 1, outcome = 2; System.out.println(flow + "" + outcome);
        Object arr = new Object[2]; System.out.println(arr instanceof java.io.Serializable); System.out.println((Object) new int[2][2] instanceof Cloneable);
        int s = 0; for (int k = Integer.MIN_VALUE + 10; k > Integer.MIN_VALUE; k--) s += k; System.out.println(s);
        try { ((Object) null).getClass(); } catch (NullPointerException e) { System.out.println("npe"); }
        try { ((ValueOrVoid) null).inst(); } catch (NullPointerException e) { System.out.println("npe2"); }
    }
}

/** Lambdas that write their parameters' types, where the interface has wildcards. */
class TypedLambdas {
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

/** References to methods whose own type parameters only the interface's result decides. */
class ResultsOfReferences {
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

/** Overloads that lambdas with typed parameters, or none, and references to one method decide by what they take and give. */
class FunctionalOverloads {
    interface Act { void run() throws Exception; }
    interface Sup<T> { T get() throws Exception; }
    static <T> String submit(Callable<T> c) { try { return "callable " + c.call(); } catch (Exception e) { return "callable " + e; } }
    static String submit(Runnable r) { try { r.run(); } catch (RuntimeException e) { return "runnable " + e.getMessage(); } return "runnable"; }
    static <T> String submit2(Runnable r, T t) { r.run(); return "runnable " + t; }
    static <T> String submit2(Callable<T> r, String t) throws Exception { return "callable " + r.call(); }
    static int count; static int next() { return ++count; }
    static void nothing() { count += 10; }
    static <T> T gen(T t) { return t; }
    static String boom() { throw new RuntimeException("boom"); }
    static <T, R> String map(Function<T, R> f, T t) { return "fn " + f.apply(t); }
    static <T> String map(ToIntFunction<T> f, T t) { return "int " + f.applyAsInt(t); }
    static <T> String cmp(Function<? super T, ? extends Comparable<?>> f, T a) { return "cmp " + f.apply(a); }
    static <T> String cmp(ToIntFunction<? super T> f, T a) { return "cmpInt " + f.applyAsInt(a); }
    static <T> String cmp(ToLongFunction<? super T> f, T a) { return "cmpLong " + f.applyAsLong(a); }
    static <T> String use(Consumer<T> c, T t) { c.accept(t); return "consumer"; }
    static <T, R> String use(Function<T, R> c, T t) { return "function " + c.apply(t); }
    static String pred(Predicate<String> p) { return "pred " + p.test("x"); }
    static String pred(Function<String, Integer> p) { return "fn " + p.apply("x"); }
    static String two(BiFunction<Integer, Integer, Integer> f) { return "bi " + f.apply(1, 2); }
    static String two(Function<Integer, Integer> f) { return "uni " + f.apply(1); }
    static String prim(IntFunction<String> f) { return "IntFunction"; }
    static String prim(Function<String, String> f) { return "Function"; }
    static String sup(Supplier<Integer> s) { return "Supplier " + s.get(); }
    static String sup(IntSupplier s) { return "IntSupplier " + s.getAsInt(); }
    static String sup(BooleanSupplier s) { return "Boolean " + s.getAsBoolean(); }
    static String sub(Supplier<Object> s) { return "obj"; }
    static String sub(Callable<String> s) { return "str"; }
    static <T> String exec(Sup<T> s) { return "sup"; }
    static String exec(Act s) { return "act"; }
    int inst() { return 1; } void vinst() { }
    public static void main(String[] args) throws Exception {
        System.out.println(submit(() -> 1));
        System.out.println(submit(() -> { }));
        System.out.println(submit(() -> { return "x"; }));
        System.out.println(submit(() -> next()));
        System.out.println(submit(() -> nothing()));
        System.out.println(submit(() -> { throw new RuntimeException("t"); }));
        System.out.println(submit(() -> { while (true) { if (count > 0) throw new RuntimeException("loop"); } }));
        System.out.println(submit(() -> gen("g")));
        System.out.println(submit(() -> new ArrayList<>()));
        System.out.println(submit(() -> count++));
        System.out.println(submit(() -> count = 5));
        System.out.println(submit(FunctionalOverloads::nothing));
        System.out.println(submit(FunctionalOverloads::boom));
        System.out.println(submit(() -> { next(); }));
        System.out.println(submit(() -> { if (count > 1000) return 1; else return 2; }));
        System.out.println(submit(() -> { synchronized (FunctionalOverloads.class) { return 1; } }));
        System.out.println(submit(() -> { try { return 1; } finally { next(); } }));
        System.out.println(submit(() -> { for (;;) { if (count > 0) return 3; } }));
        System.out.println(submit(() -> { do { if (count > 0) return 3; } while (true); }));
        System.out.println(submit(() -> { switch (count) { case 1: return 1; default: return 2; } }));
        System.out.println(submit(() -> { l: { if (count > 0) break l; return; } }));
        System.out.println(submit2(() -> nothing(), "t"));
        System.out.println(submit2(() -> 4, "t"));
        System.out.println(submit2(() -> { return 4; }, "t"));
        System.out.println(map((String s) -> s.length(), "abc"));
        System.out.println(map((String s) -> s + "!", "abc"));
        System.out.println(map((Integer i) -> i, 4));
        System.out.println(map((Integer i) -> (int) i, 4));
        System.out.println(map((String s) -> { return s.length(); }, "abc"));
        System.out.println(cmp((String s) -> s.length(), "abc"));
        System.out.println(cmp((String s) -> (long) s.length(), "abc"));
        System.out.println(cmp((String s) -> s, "abc"));
        System.out.println(use((String s) -> { }, "q"));
        System.out.println(use((String s) -> s.length(), "q"));
        System.out.println(use(s -> { }, "q"));
        System.out.println(use(s -> { return s; }, "q"));
        System.out.println(pred((String s) -> s.isEmpty()));
        System.out.println(pred((String s) -> s.length()));
        System.out.println(two((a, b) -> a + b));
        System.out.println(two(a -> a + 1));
        System.out.println(two(Integer::sum));
        System.out.println(prim((int i) -> "a"));
        System.out.println(prim((String i) -> "a"));
        System.out.println(sup(() -> 1));
        System.out.println(sup(() -> Integer.valueOf(1)));
        System.out.println(sup(() -> true));
        System.out.println(sup(() -> { return 1; }));
        System.out.println(sup(() -> count > 0 ? 1 : 2));
        System.out.println(exec(() -> 1));
        System.out.println(exec(() -> { }));
        System.out.println(exec(() -> { throw new Exception(); }));
        System.out.println(exec(() -> next()));
        FunctionalOverloads o = new FunctionalOverloads(); System.out.println(submit(o::inst)); System.out.println(submit(o::vinst)); System.out.println(sup(o::inst));
    }
}
