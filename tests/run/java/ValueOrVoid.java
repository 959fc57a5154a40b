import java.util.*;
import java.util.function.*;
public class ValueOrVoid {
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
