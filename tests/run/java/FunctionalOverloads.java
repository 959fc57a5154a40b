import java.util.*; import java.util.concurrent.*; import java.util.function.*;
/** Overloads that lambdas with typed parameters, or none, and references to one method decide by what they take and give. */
public class FunctionalOverloads {
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
