import java.util.*;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.*;

/** Type variables and their bounds: captured, raw, of constructors, in casts and conditionals. */
public class TypeVariables {
    public static void main(String[] args) throws Throwable {
        OwnTypeParameters.main(args);
        BoundsWithoutEnd.main(args);
        WildcardBounds.main(args);
        RawSupertypes.main(args);
        MembersOfTypeVariables.main(args);
        ConstructorTypeArguments.main(args);
        OpenConditionals.main(args);
        ErasedCasts.main(args);
    }
}

/** Constructors and methods whose own type parameters are bounded by those of their class. */
class OwnTypeParameters {
    static class Box<T> {
        T content;

        <U extends T> Box(U u) { content = u; }

        <A, B> Box(T t, A a, B b) {
            content = t;
            System.out.println(a + " " + b);
        }

        <U extends T> U put(U u) {
            content = u;
            return u;
        }

        public String toString() { return "[" + content + "]"; }
    }

    public static void main(String[] args) {
        Box<Object> any = new Box<>("x");
        Box<Number> number = new Box<>(5);
        Box<String> three = new Box<>("s", 1, 'c');
        Box<Number> plain = new Box<Number>(2.5);
        System.out.println(any + " " + number + " " + three + " " + plain);
        int i = number.put(7);
        String s = any.put("text");
        System.out.println(i + s + number + any);
        System.out.println(new Box<Comparable<String>>("z").put("y").length());
    }
}

/** Bounds that name each other through wildcards, so that a captured type's bound has wildcards again, without an end. */
class BoundsWithoutEnd {
    interface Road<T extends Town<? extends Road<T>>> {
        void leadTo(T town);
    }

    interface Town<R extends Road<? extends Town<R>>> {
        R way();
        String name();
    }

    static class Lane implements Road<Village> {
        public void leadTo(Village town) { System.out.println("to " + (town == null ? "nowhere" : town.name())); }
    }

    static class Village implements Town<Lane> {
        public Lane way() { return new Lane(); }
        public String name() { return "village"; }
    }

    public static void main(String[] args) {
        Village village = new Village();
        village.way().leadTo(village);
        Town<?> town = village;
        town.way().leadTo(null);
        System.out.println(town.name());
    }
}

/** Members of what is bounded by a type with wildcards. */
class WildcardBounds {
    static class Box<T> {
        T v;

        Box(T v) { this.v = v; }

        T get() { return v; }
    }

    static <T extends List<? super Integer>> Object first(T t) {
        System.out.println(t.get(0));
        t.add(7);
        for (Object o : t) System.out.print(o + ";");
        return t.get(0);
    }

    public static void main(String[] args) {
        List<? extends List<? super Integer>> lists = List.of(new ArrayList<Number>(List.of(1.5)));
        System.out.println(lists.get(0).get(0));
        System.out.println(first(new ArrayList<Object>(List.of("s"))));
        List<? extends Box<?>> boxes = List.of(new Box<>('c'), new Box<>(2));
        System.out.println(boxes.get(0).v);
        System.out.println(boxes.get(1).get());
        Map<String, ? extends Map<?, ? super Integer>> m = Map.of("k", new TreeMap<>(Map.of(1, "x")));
        for (Map.Entry<?, ? super Integer> e : m.get("k").entrySet()) System.out.println(e.getValue());
        System.out.println(m.get("k").values().iterator().next());
    }
}

class RawSupertypes {
    interface G { <T> T pick(T a, T b); }
    static class R implements G { public Object pick(Object a, Object b) { return a; } }
    interface H<X> { <T> List<T> of(X x, T t); }
    @SuppressWarnings({"rawtypes","unchecked"})
    static class S implements H { public List of(Object x, Object t) { return Arrays.asList(t); } }
    static abstract class Base<T> { abstract <U> U conv(T t, U u); }
    @SuppressWarnings({"rawtypes","unchecked"})
    static class D extends Base { Object conv(Object t, Object u) { return "conv" + t + u; } }
    record Pt(int x, int y) { Pt { if (x < 0) throw new IllegalArgumentException("neg"); } Pt(int v) { this(v, v); } static int n = 3; int sum() { return x + y; } }
    record Gen<T extends Comparable<T>>(T a, T... rest) { }
    enum E { A, B; }
    static <T> T raw(List<T> l) { return l.get(0); }
    public static void main(String[] args) {
        G g = new R(); String s = g.pick("a", "b"); System.out.println(s);
        H<String> h = new S(); System.out.println(h.of("x", 3).get(0) + 1);
        Base<Integer> b = new D(); System.out.println(b.<String>conv(1, "u"));
        System.out.println(new Pt(4).sum() + " " + new Pt(1, 2));
        System.out.println(new Gen<>("a", "b", "c").rest().length);
        E e = E.B;
        int v = switch (e) { case A -> 1; case B -> 2; };
        System.out.println(v);
        List raw = new ArrayList(); raw.add(1);
        Object o = raw(raw); System.out.println(o);
        List<String> bad = raw;
        System.out.println(bad.get(0) == null);
        Object oo = bad.get(0); System.out.println(oo);
        try { System.out.println("" + bad.get(0)); } catch (ClassCastException x) { System.out.println("CCE0"); }
        try { String st = bad.get(0); System.out.println(st); } catch (ClassCastException x) { System.out.println("CCE"); }
        try { bad.get(0).length(); } catch (ClassCastException x) { System.out.println("CCE2"); }
        bad.get(0);
        System.out.println(StrictMath.sin(1e10) + " " + StrictMath.cos(1e300) + " " + StrictMath.tan(-3.3e22) + " " + StrictMath.sin(823550.0)+ " " + StrictMath.sin(Double.MAX_VALUE)+" "+StrictMath.cos(1e22));
        for (double d = 1e6; d < 1e300; d *= 12345.678) System.out.println(StrictMath.sin(d) + " " + StrictMath.cos(d) + " " + StrictMath.tan(d));
    }
}

/** Types that are members of the bound of a type variable. */
class MembersOfTypeVariables {
    static class Outer {
        static class Nested {
            static int count = 3;
            int n = 2;
        }

        enum Kind { A, B }

        class Inner {
            String v = "inner";
        }

        Nested nested() {
            return new Nested();
        }
    }

    interface Node {
        class Data {
            String s = "data";
        }
    }

    static class Holder<T extends Outer> {
        T.Nested nested;
        T.Inner inner;

        Holder(T t) {
            nested = t.nested();
            inner = t.new Inner();
        }

        List<T.Nested> all() {
            List<T.Nested> l = new ArrayList<>();
            l.add(nested);
            l.add(new T.Nested());
            return l;
        }
    }

    static <N extends Node> String show(N n, N.Data d) {
        N.Data e = d;
        Object o = d;
        return e.s + (o instanceof N.Data) + ((N.Data) o).s;
    }

    static <A extends Outer, B extends A> String two(B b) {
        B.Nested n = b.nested();
        B.Kind k = B.Kind.B;
        return n.n + " " + k + " " + B.Nested.count;
    }

    public static void main(String[] args) {
        Holder<Outer> h = new Holder<>(new Outer());
        System.out.println(h.inner.v + h.all().get(1).n);
        System.out.println(show(new Node() { }, new Node.Data()));
        System.out.println(two(new Outer()));
    }
}

class ConstructorTypeArguments {
    static class C { String s; <T> C(T t) { s = "C" + t; } <T> C() { <Object>this((Object) "x"); s += "y"; } }
    static class Outer<U> { class Foo<T> { T t; Foo(T t) { this.t = t; } Foo() {} public String toString() { return "Foo" + t; } } }
    interface I { default String m() { return "I.m"; } }
    static class K implements I {
        public String m() { return "K.m"; }
        Supplier<String> sup() { return I.super::m; }
        Supplier<String> obj() { return super::toString; }
    }
    static class P { String hi(int x) { return "P" + x; } }
    static class Q extends P { String hi(int x) { return "Q" + x; } IntFunction<String> f() { return super::hi; } }
    public static void main(String[] a) {
        System.out.println(new <String>C("a").s);
        System.out.println(new <Integer>C().s);
        Outer<String> o = new Outer<>();
        System.out.println(o.new Foo<>(3));
        System.out.println(o.new Foo<Integer>(4));
        Outer<String>.Foo<Integer> g = o.new <String>Foo<Integer>();
        System.out.println(g);
        System.out.println(new K().sup().get());
        System.out.println(new K().obj().get().startsWith("ConstructorTypeArguments$K@"));
        System.out.println(new Q().f().apply(3));
        Runnable r = (Runnable & java.io.Serializable) () -> System.out.println("ran");
        r.run();
        Comparator<String> c = (Comparator<String> & java.io.Serializable) (x, y) -> y.compareTo(x);
        List<String> l = new ArrayList<>(List.of("a", "c", "b")); l.sort(c); System.out.println(l);
        System.out.println("\u0041\\u0041 \uuu0042 \u005c" " + '\u005cn' + "|");
        System.out.println("a\u005ctb".length());
        System.out.println("\u005C\]" + "\\u005C]" + "\u005C\\u005C\]" + "\\\u005C\u005C]" + "\u005C\u005C\\u005C]" + '\u005C\u005C');
        try { int got = none(); System.out.println(got); } catch (NullPointerException x) { System.out.println("npe"); }
        boolean b = a.length == 0;
        List<String> e = id(b ? Collections.emptyList() : new ArrayList<>());
        System.out.println(e);
        takes(b ? Arrays.asList("p", "q") : Collections.emptyList());
        takes(b ? new ArrayList<>() : null);
        Function<? super String, ? extends Integer> f = (String s) -> s.length();
        System.out.println(f.apply("four"));
        Comparator<? super String> cs = (String s, String t) -> s.length() - t.length();
        System.out.println(cs.compare("a", "bb"));
        System.out.println(Integer.TYPE + " " + Double.TYPE + " " + int.class + " " + (Integer.TYPE == int.class) + " " + Void.TYPE + " " + Boolean.TYPE);
        System.setProperty("my.prop", "val"); System.out.println(System.getProperty("my.prop") + System.getProperty("no.such", "def"));
        System.out.println("a\\tb\\101\\s\\\"".translateEscapes());
        int k;
        if (switch (a.length) { case 0 -> { k = 3; yield true; } default -> false; }) { System.out.println(k); }
        boolean z = a.length == 0;
        int y;
        boolean q = z && switch (a.length) { case 0: y = 4; yield true; default: y = 5; yield false; } && y > 3;
        System.out.println(q);
    }
    static <T> T none() { return null; }
    static <T> List<T> id(List<T> l) { return l; }
    static void takes(List<String> l) { System.out.println(l); }
}

/** Conditionals with calls of generic methods on their sides: each side is passed by itself. */
class OpenConditionals {
    static <T> T id(T t) { return t; }
    static <T> T gen() { return null; }
    static void p(Object o) { System.out.println("O " + o + o.getClass()); }
    static void p(double d) { System.out.println("d " + d); }
    static void l(long d) { System.out.println("l " + d); }
    static void i(Integer d) { System.out.println("I " + d); }
    static void n(Number n) { System.out.println("n " + n); }
    static void n(Comparable<?> n) { System.out.println("c " + n); }
    static void n(long x) { System.out.println("l " + x); }
    static void b(boolean x) { System.out.println("b " + x); }
    static void ch(char x) { System.out.println("ch " + x); }
    static void va(long... x) { System.out.println("va " + x.length + x[0]); }

    public static void main(String[] a) {
        boolean c = a.length == 0;
        p(c ? id(1.5) : id(2));
        l(c ? id(1) : 2L);
        l(c ? 3 : id(4));
        l(c ? id((short) 3) : id('c'));
        i(c ? id(1) : null);
        i(c ? 1 : id(2));
        b(c ? id(true) : false);
        b(c ? gen() != null : id(false));
        ch(c ? id('x') : 'y');
        l(c ? (c ? id(1) : 2) : 3L);
        l((c ? id(1) : 2L));
        va(c ? id(1) : 2L);
        Object o = c ? id(1) : 2L;
        System.out.println(o.getClass());
        Object o2 = c ? 1 : 2L;
        System.out.println(o2.getClass());
        p(c ? 1 : 2L);
        p(c ? 1 : 'c');
        p(c ? "s" : id(2));
        StringBuilder sb = new StringBuilder();
        sb.append(c ? 1 : "x").append(c ? 'a' : 0).append(c ? id("q") : "z").append(c ? null : "n").append(c ? 1 : 2.0).append(c ? Integer.valueOf(3) : null);
        System.out.println(sb);
        System.out.println(c ? 'a' : 0);
        System.out.println(c ? Integer.valueOf(7) : "s");
        System.out.println(String.valueOf(c ? 'a' : "s"));
        System.out.println(Math.max(c ? id(1) : 5, 2));
        System.out.println(Math.abs(c ? id(-1.5) : id(2.5)));
        System.out.println(java.util.Map.of("a", 1).getOrDefault("a", 2));
        System.out.println(c ? java.util.List.of(1).get(0) : 2L);
        System.out.println(java.util.Objects.requireNonNullElse(3, 4));
    }
}

class ErasedCasts {
    static <T> T[] arr(T... a) { return a; }
    static void t(Runnable r) { try { r.run(); } catch (ClassCastException e) { System.out.println("CCE"); } }
    @SuppressWarnings({"unchecked","rawtypes"})
    public static void main(String[] args) {
        List li = new ArrayList(); li.add("s"); List<Integer> ints = li; List<StringBuilder> sbs = li; List<Number> ns = li;
        t(() -> System.out.println("" + ints.get(0)));
        t(() -> System.out.println("" + sbs.get(0)));
        t(() -> System.out.println(ns.get(0) + "x"));
        t(() -> { String s = ""; s += sbs.get(0); System.out.println(s); });
        t(() -> { Object o = ints.get(0); System.out.println(o); });
        t(() -> System.out.println(ints.get(0) instanceof Integer));
        t(() -> System.out.println(ints.get(0) == (Object) "s"));
        t(() -> System.out.println((Object) ints.get(0)));
        t(() -> System.out.println(ints.get(0).hashCode()));
        t(() -> System.out.println(sbs.get(0).length()));
        t(() -> { Object o = true ? ints.get(0) : "x"; System.out.println(o); });
        t(() -> { for (Object o : sbs) System.out.println(o); });
        t(() -> { for (StringBuilder o : sbs) System.out.println(o); });
        t(() -> { var v = sbs.get(0); System.out.println(v); });
        t(() -> { Object[] oa = { sbs.get(0) }; System.out.println(oa[0]); });
        t(() -> System.out.println(Objects.hash(sbs.get(0))));
        t(() -> System.out.printf("%s%n", sbs.get(0)));
        t(() -> { synchronized (sbs.get(0)) { System.out.println("sync"); } });
        t(() -> System.out.println(Optional.of(sbs.get(0)).isPresent()));
        t(() -> sbs.get(0));
        t(() -> System.out.println(arr(sbs.get(0)).length));
        String[] sa = arr("a", "b"); System.out.println(sa.getClass() + " " + sa.length);
        Object[] oa = arr("a", 1); System.out.println(oa.getClass());
        System.out.println(arr(1, 2).getClass() + " " + arr().getClass() + " " + arr(1, 2.0).length);
        Integer[] none = arr(); System.out.println(none.length + " " + none.getClass());
        System.out.println(Arrays.asList("a", "b").toArray().getClass() + " " + Arrays.asList(1).toArray(new Integer[0]).getClass());
        List<Object> lo = Arrays.asList("a", "b"); lo.set(0, 4); System.out.println(lo);
        takes(Arrays.asList("a", "b")); 
        System.out.println(String.join("-", arr("x", "y")));
    }
    static void takes(List<Object> l) { l.set(0, 4); System.out.println(l); }
}
