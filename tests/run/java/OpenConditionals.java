/** Conditionals with calls of generic methods on their sides: each side is passed by itself. */
public class OpenConditionals {
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
