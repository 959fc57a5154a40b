import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.function.Supplier;
/** Whether a method of many arguments is given an array or an element, where calls and conditionals leave that open; the classes of the arrays. */
public class ManyArguments {
    interface A { }
    interface B { }
    static class X implements A, B { }
    static class Y implements B, A { }
    static class Z extends X { }
    static class W extends X { }
    enum E { P }
    enum F { Q }

    static String array(Object[] a) { return a == null ? "null array" : "" + a.length; }
    static <T> String of(T... a) { return a.getClass().getSimpleName(); }

    static <T> T gen() { return null; }
    static <T> T id(T t) { return t; }
    static <T> List<T> list() { return new ArrayList<>(); }
    static String v(Object... a) { return a == null ? "null array" : a.length + " " + Arrays.toString(a); }
    static String w(String s, Object... a) { return s + (a == null ? "null array" : a.length + " " + Arrays.toString(a)); }
    static String x(Integer... a) { return a == null ? "null array" : a.length + " " + Arrays.toString(a); }
    static <T> String y(T... a) { return a == null ? "null array" : a.length + " " + a.getClass().getSimpleName(); }
    static String z(int... a) { return a == null ? "null array" : a.length + ""; }
    static String o(Object a) { return "one"; }
    static String o(Object... a) { return "many"; }
    static String p(int a, long... b) { return b == null ? "null array" : "" + b.length; }
    static <T> T[] arr(T... t) { return t; }
    public static void main(String[] args) {
        boolean c = args.length == 0;
        System.out.println(v(c ? gen() : null));
        System.out.println(v(gen()));
        System.out.println(v((Object) null));
        System.out.println(v((Object[]) null));
        System.out.println(v(c ? null : gen()));
        System.out.println(v(c ? null : null));
        System.out.println(v(c ? "a" : null));
        System.out.println(v(c ? new String[] {"a", "b"} : null));
        System.out.println(v(c ? id(new String[] {"p", "q"}) : null));
        System.out.println(v(c ? id(new String[] {"p", "q"}) : gen()));
        System.out.println(v(id(new String[] {"p", "q"})));
        System.out.println(v(id(null)));
        System.out.println(v(id(c ? null : gen())));
        System.out.println(v(c ? id(1) : id(2)));
        System.out.println(v(c ? 1 : 2L));
        System.out.println(v(c ? gen() : gen()));
        System.out.println(v(c ? gen() : 1));
        System.out.println(v(c ? (c ? gen() : null) : null));
        System.out.println(v((c ? gen() : null)));
        System.out.println(w("w ", c ? gen() : null));
        System.out.println(w("w ", gen()));
        System.out.println(w("w ", gen(), gen()));
        System.out.println(w("w ", c ? gen() : null, 1));
        System.out.println(x(c ? gen() : null));
        System.out.println(x(gen()));
        System.out.println(x(c ? 1 : null));
        System.out.println(z(c ? gen() : null));
        System.out.println(z(gen()));
        System.out.println(p(1, gen()));
        System.out.println(o(gen()));
        System.out.println(o(c ? gen() : null));
        System.out.println(String.format("%s", c ? gen() : null));
        System.out.println(Arrays.asList(c ? "x" : null));
        System.out.println(String.valueOf(arr(1, 2).length));
        System.out.println(v(list().toArray()));
        System.out.println(v(c ? list().toArray() : null));
        System.out.println(v(switch (args.length) { case 0 -> gen(); default -> null; }));
        System.out.println(v(switch (args.length) { case 0 -> new String[] {"s"}; default -> null; }));
        Supplier<Object[]> s = () -> null;
        System.out.println(v(s.get()));
        System.out.println(v(c ? s.get() : gen()));
        try { System.out.println(y(gen())); } catch (Exception e) { System.out.println(e); }
        System.out.println(y(c ? "a" : 1));
        System.out.println(v(id(id(gen()))) + array(id(c ? null : gen())) + array(id(c ? gen() : null)));
        System.out.println(of("a", 1) + of(1, 2.0) + of('a', true) + of(c ? (Integer) 1 : (Object) 2.0));
        System.out.println(of(new X(), new Y()) + of(new Y(), new X()) + of(new Z(), new W()) + of(E.P, F.Q) + of(1, new X()));
        System.out.println(of(new int[0], new String[0]) + of(new ArrayList<String>(), new LinkedList<String>()));
        System.out.println(of(new ArrayList<String>(), new HashSet<String>()) + of(new StringBuilder(), "s") + of(new int[0], "s"));
    }
}
