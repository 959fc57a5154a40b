import java.util.*;
import java.util.function.*;
public class ConstructorTypeArguments {
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
