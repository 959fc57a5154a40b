import java.util.*;
import java.util.List;
import java.util.function.*;

/** The language: numbers, control flow, classes, generics, initialisers, exceptions. */
public class Language {
    public static void main(String[] args) throws Throwable {
        Arithmetic.main(args);
        ControlFlow.main(args);
        HiddenVariables.main(args);
        Initialisation.main(args);
        Classes.main(args);
        Generics.main(args);
        StaticInitialisers.main(args);
        Strings.main(args);
    }
}

class Arithmetic {
    static long f(long a, int b) { return a << b ^ a >>> b; }
    public static void main(String[] args) {
        int[] xs = {0, 1, -1, 7, -7, Integer.MAX_VALUE, Integer.MIN_VALUE, 12345678};
        for (int a : xs) for (int b : xs) {
            System.out.println(a + " " + b + " " + (a + b) + " " + (a * b) + " " + (a - b) + " " + (a << b) + " " + (a >> b) + " " + (a >>> b) + " " + (a & b) + " " + (a | b) + " " + (a ^ b) + " " + (a < b));
            try { System.out.println(a / b + " " + a % b); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        }
        double[] ds = {0.0, -0.0, 1.5, -2.5, Double.NaN, Double.POSITIVE_INFINITY, 1e300, 1e-300, 123456789.123, 0.1f};
        for (double d : ds) {
            System.out.println(d + " " + (int) d + " " + (long) d + " " + (byte) d + " " + (char) ((int) d & 63 | 64) + " " + (float) d + " " + d % 3 + " " + d * 3 + " " + (d == d));
        }
        byte b = 100; b += 100; System.out.println(b);
        short s = (short) 40000; System.out.println(s); s >>>= 1; System.out.println(s);
        char c = 'a'; c += 1; c++; System.out.println(c); System.out.println(c + 1); System.out.println((char) (c + 1));
        int i = 5; i = i++ + ++i; System.out.println(i);
        i += 3.7; System.out.println(i);
        long l = 1L << 40; System.out.println(l + " " + f(l, 3) + " " + (int) l);
        System.out.println(1 / 3.0f); System.out.println(100.0 / 3); System.out.println(1e7 + " " + 1.0E-5 + " " + 12345.678f);
        boolean t = true; t &= false | true ^ true; System.out.println(t);
        System.out.println(0x7fffffff + 1); System.out.println(-Integer.MIN_VALUE); System.out.println('a' + 'b' + "c" + 'd' + 1);
        final int K = 3; switch (K) { case 3: System.out.println("three"); default: System.out.println("fall"); }
        String str = null; str += "x"; System.out.println(str);
        int[] arr = new int[3]; int k = 0; arr[k++] = k++; arr[k] += 5; System.out.println(arr[0] + " " + arr[1] + " " + arr[2] + " " + k);
        choices(args.length == 0, args.length > 0, k);
    }

    /** Nothing but the operation says of which type the literals in a choice are. */
    static void choices(boolean p, boolean q, int k) {
        float f = (p ? 9223372036854775807L : 31L) & -123456789013L;
        System.out.println(f + " " + ((p ? 5000000000L : 7L) == (q ? 1L : 5000000000L)) + " " + ((p ? 5000000000L : 7L) + (q ? 1L : 2L)));
        System.out.println((double) -(p ? 5000000000L : 7L) + " " + (int) ~(p ? 5000000000L : 7L) + " " + (p ? 1.5f : 2.5f) * (q ? 2f : 3f));
        System.out.println((byte) ((p ? 200 : 7) + (q ? 1 : 100)) + " " + ((p ? 1L << 40 : 5L) >>> (q ? 1 : 3)) + " " + Math.abs(p ? -5000000000L : 1L));
        System.out.println(-(p ? 1 : 2) * 5000000000L + " " + (p ? 1 : 2) / (q ? 1.0 : 4) + " " + k * (p ? 5000000000L : 1L) % (q ? 7L : 1000L));
    }
}

class ControlFlow {
    static StringBuilder log = new StringBuilder();
    static int t(int v) { log.append(v).append(' '); return v; }
    static int f1() { try { return t(1); } finally { t(2); } }
    @SuppressWarnings("finally")
    static int f2() { try { throw new RuntimeException("x"); } finally { return t(3); } }
    static int f3() { int x = 1; try { return x; } finally { x = 2; t(x); } }
    static int f4() {
        for (int i = 0; ; i++) {
            try {
                try {
                    if (i == 1) continue;
                    if (i == 3) break;
                    t(i);
                } finally { t(100 + i); }
                t(200 + i);
            } finally { t(300 + i); if (i == 5) return -1; }
        }
        return 7;
    }
    static String sw(String s) {
        switch (s) {
            case "Aa": case "BB": return "collide " + s;
            case "x": s += "fall";
            case "y": s += "y"; break;
            default: s = "def";
        }
        return s;
    }
    static int fall(int n) {
        int r = 0;
        switch (n) { case 1: r += 1; case 2: r += 2; break; case 5: r += 5; default: r += 100; case 7: r += 7; }
        return r;
    }
    static class R implements AutoCloseable {
        String n; boolean fail;
        R(String n, boolean fail) { this.n = n; this.fail = fail; System.out.println("open " + n); }
        public void close() throws Exception { System.out.println("close " + n); if (fail) throw new Exception("close " + n); }
    }
    static int[] arr() { t(-1); return null; }
    static int idx() { t(-2); return 1; }
    static int val() { t(-3); return 5; }
    static class P { int v; static P last; P self() { log.append("self "); return this; } }
    static P nul() { log.append("nul "); return null; }

    public static void main(String[] args) {
        System.out.println(f1() + " " + f2() + " " + f3() + " " + f4());
        System.out.println(log); log.setLength(0);
        for (String s : new String[]{"Aa", "BB", "x", "y", "zz", ""}) System.out.println(sw(s));
        for (int i = 0; i < 9; i++) System.out.print(fall(i) + " ");
        System.out.println();
        try (R a = new R("a", true); R b = new R("b", true)) {
            System.out.println("body");
            throw new IllegalStateException("body");
        } catch (Exception e) {
            System.out.println(e + " " + e.getSuppressed().length + " " + e.getSuppressed()[0].getMessage() + " " + e.getSuppressed()[1].getMessage());
        } finally { System.out.println("fin"); }
        try (R a = new R("c", true)) { System.out.println("ok"); } catch (Exception e) { System.out.println(e.getMessage()); }
        try { arr()[idx()] = val(); } catch (NullPointerException e) { System.out.println(log); log.setLength(0); }
        try { nul().v = val(); } catch (NullPointerException e) { System.out.println(log); log.setLength(0); }
        try { nul().v += val(); } catch (NullPointerException e) { System.out.println(log); log.setLength(0); }
        try { int[] a = new int[1]; a[idx()] = val(); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(log + e.getMessage()); log.setLength(0); }
        try { int[] a = new int[1]; a[idx()] += val(); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(log + e.getMessage()); log.setLength(0); }
        int i = 5;
        i = i++ + ++i; System.out.println(i);
        i += i++ * 2 + i; System.out.println(i);
        int[] a = {1, 2, 3, 4}; int k = 0;
        a[k++] += a[k++] + k; System.out.println(a[0] + " " + a[1] + " " + k);
        a[k] = k = 3; System.out.println(a[2] + " " + k);
        int x = 3; x ^= x << 1; x >>>= 1; x |= 64; x &= ~1; System.out.println(x);
        byte b = 10; b += 300; System.out.println(b); b *= 2.6; System.out.println(b); b >>>= 1; System.out.println(b);
        b = -5; b >>>= 1; System.out.println(b);
        char c = 'a'; c += 1; c++; System.out.println(c); System.out.println(c + 1); System.out.println((char) (c + 1));
        short s = (short) 40000; System.out.println(s); s--; System.out.println(s);
        long L = 1L << 40; int n = (int) L; System.out.println(n + " " + (L >>> 3) + " " + (1 << 33) + " " + (1L << 65) + " " + (-1 >>> 28) + " " + (-1L >>> 60));
        System.out.println(Integer.MIN_VALUE / -1 + " " + Integer.MIN_VALUE % -1 + " " + (-7 / 2) + " " + (-7 % 3) + " " + Math.floorMod(-7, 3) + " " + -Integer.MIN_VALUE);
        System.out.println((int) 3.99e20 + " " + (long) -1e30 + " " + (int) Double.NaN + " " + (byte) 300.7 + " " + (char) 65.5 + " " + (short) -40000.0f);
        System.out.println(5.5 % 2.0 + " " + -5.5 % 2.0 + " " + 1.0 / 0 + " " + 0.0 / 0 + " " + (0.0 == -0.0) + " " + Double.valueOf(0.0).equals(-0.0));
        System.out.println(1.0f / 3 + " " + 1.0 / 3 + " " + 100.0f + " " + 1e7 + " " + 1.0e-5 + " " + 123456789.0f + " " + (double) 0.1f + " " + Float.MIN_VALUE + " " + Double.MAX_VALUE);
        System.out.println('a' + 'b' + "c" + 'd' + 1 + 2L + 1.5f + null + true + new int[0].length);
        String str = null; str += "x"; str += 1 + 2; str += 'c'; System.out.println(str);
        outer:
        for (int p = 0; p < 4; p++) {
            int q = 0;
            while (true) {
                if (q == p) continue outer;
                if (p == 3) break outer;
                System.out.print(p + "" + q + " ");
                q++;
            }
        }
        System.out.println();
        block: { if (args.length == 0) break block; System.out.println("no"); }
        int w = 0; do { w++; if (w == 3) continue; if (w > 6) break; } while (w < 100); System.out.println(w);
        boolean bb = false; bb |= true; bb &= !bb ^ true; System.out.println(bb);
        boolean sc = false & t(1) > 0 | t(2) > 0 || t(3) > 0; System.out.println(sc + " " + log);
        int tern = args.length > 0 ? 1 : 'x'; System.out.println(tern); System.out.println(true ? 'x' : 0); System.out.println(false ? 1 : 2.0); Object o = true ? 1 : "s"; System.out.println(o);
        Integer boxed = 5; boxed++; boxed += 2; System.out.println(boxed); 
        Character cb = 'a'; cb++; System.out.println(cb);
        final int fin; if (args.length == 0) fin = 1; else fin = 2; System.out.println(fin);
        for (int y = 0, z = 10; y < z; y += 3, z--) System.out.print(y + "," + z + " ");
        System.out.println();
        long sum = 0; for (long q = 0; q < 5; q++) sum += q * q; System.out.println(sum);
        int yy = switch ("b") { case "a" -> 1; case "b" -> { int tmp = 4; for (int q = 0; q < 3; q++) tmp += q; yield tmp; } default -> throw new IllegalStateException(); };
        System.out.println(yy);
        int old = switch (3) { case 1: yield 5; case 3: System.out.println("three"); default: yield 9; }; System.out.println(old);
        char g = 'q'; switch (g) { case 'p': System.out.println("p"); break; case 'q': System.out.println("q!"); }
        Integer bx = 3; switch (bx) { case 3: System.out.println("boxed 3"); }
        var text = """
            Hello,
              "World" \
            joined
            tab\tend""";
        System.out.println(text);
        synchronized (log) { System.out.println("sync"); }
        assert args.length > 100 : "not enabled";
        ;
    }
}

/** Variables with the names that the compiler's own have: those of `for (x : a)`, of `switch`, of `try`. */
class HiddenVariables {
    static int twice(int value) {
        return 2 * value;
    }

    public static void main(String[] args) {
        int[][] rows = new int[3][2];
        int i = 0;
        for (int[] row : rows)
            row[0] = i++;
        System.out.println(rows[2][0] + " " + i);
        int array = 4;
        for (int x : rows[1])
            array += x;
        System.out.println(array);
        int it = 0;
        for (String s : List.of("a", "bc"))
            it += s.length();
        System.out.println(it);
        int[] elements = { 3, 4 };
        int steps_1 = 10, steps_2 = 20, x_elements_1 = 30;
        int value = 1, result = 2, choice = 3, index = 0, length = 0;
        for (int x : elements) {
            for (int y : elements) {
                int array_2 = x * y;
                i += array_2;
            }
            elements[index++] += switch (x) {
            case 3 -> value + result;
            default -> {
                length += twice(choice);
                yield length;
            }
            };
        }
        System.out.println(i + " " + elements[0] + " " + elements[1] + " " + index + " " + length + " " + (steps_1 + steps_2 + x_elements_1));
        Runnable r = () -> {
            int j = 0;
            for (int x : elements)
                j += x + elements.length;
            System.out.println(j);
        };
        r.run();
        String resource = "none", exception = "e", flow = "f", outcome = "o";
        try (AutoCloseable c = () -> System.out.println("closed")) {
            resource += exception + flow + outcome + c.getClass().isArray();
        } catch (Exception e) {
            resource = exception;
        }
        System.out.println(resource);
    }
}

class Initialisation {
    static { System.out.println("Initialisation static"); }
    static int a = p("a");
    int x = p("x");
    { System.out.println("instance init"); }
    Initialisation() { System.out.println("ctor"); show(); }
    void show() { System.out.println("show " + x); }
    static int p(String s) { System.out.println("init " + s); return 1; }
    static class Sub extends Initialisation { int y = p("y"); static int z = p("Sub.z"); Sub() { super(); System.out.println("sub ctor " + y); } void show() { System.out.println("sub show " + y); } }
    static class Lazy { static { System.out.println("Lazy"); } static final int C = 5; static int v = 6; static void m() {} }
    static class Bad { static int q = 1 / Integer.parseInt("0"); }
    interface I { int K = p("I.K"); default void d() {} }
    static class Impl implements I {}
    enum Color { RED("r") { String f() { return "R!"; } }, GREEN("g"), BLUE("b"); final String s; Color(String s) { this.s = s; } String f() { return s; } }
    class Inner { int v = x + 1; int outer() { return Initialisation.this.x + v; } }
    public static void main(String[] args) {
        System.out.println("main");
        System.out.println(Lazy.C);
        System.out.println(Lazy.v);
        new Sub();
        new Impl();
        try { System.out.println(Bad.q); } catch (ExceptionInInitializerError e) { System.out.println("EIIE " + e.getCause()); }
        try { System.out.println(Bad.q); } catch (NoClassDefFoundError e) { System.out.println(e); }
        for (Color c : Color.values()) {
            System.out.println(c + " " + c.ordinal() + " " + c.f() + " " + c.name());
            switch (c) { case RED: System.out.println("is red"); break; case GREEN: System.out.println("is green"); default: System.out.println("dflt"); }
        }
        System.out.println(Color.valueOf("BLUE"));
        Initialisation o = new Initialisation(); Initialisation.Inner in = o.new Inner(); System.out.println(in.outer());
        int base = 10;
        Runnable r = () -> System.out.println("lambda " + base);
        r.run();
        java.util.function.IntBinaryOperator op = (p, q) -> p * q + base;
        System.out.println(op.applyAsInt(3, 4));
        Object anon = new Object() { int n = base; public String toString() { return "anon " + n; } };
        System.out.println(anon);
        String s = "two";
        switch (s) { case "one": System.out.println(1); break; case "two": System.out.println(2); break; default: System.out.println("?"); }
        int q = switch (s.length()) { case 1, 2 -> 5; case 3 -> { int t = 7; yield t * 2; } default -> 0; };
        System.out.println(q);
        Object ob = 42; if (ob instanceof Integer n && n > 40) System.out.println("int " + n);
        StringBuilder sb = new StringBuilder(); for (int i = 0; i < 5; i++) sb.append(i).append(','); System.out.println(sb.reverse());
        int[][] m = new int[3][4]; m[1][2] = 5; int[][] rag = {{1}, {2, 3}, {}}; int sum = 0; for (int[] row : m) for (int v : row) sum += v; for (int[] row : rag) sum += row.length; System.out.println(sum);
        long[] ls = new long[2]; ls[0]++; ls[1] -= 3; System.out.println(ls[0] + ls[1]);
        System.out.println("hash " + "hello".hashCode() + " " + Integer.toHexString(255) + " " + Math.max(3, 4) + " " + Math.sqrt(2));
        Integer i1 = 127, i2 = 127, i3 = 1000, i4 = 1000; System.out.println((i1 == i2) + " " + (i3 == i4) + " " + i3.equals(i4));
        record P(int a, String b) {} P pp = new P(1, "z"); System.out.println(pp + " " + pp.equals(new P(1, "z")) + " " + pp.hashCode());
        var list = new java.util.ArrayList<String>(); list.add("q"); list.add("w"); for (String e : list) System.out.println(e); System.out.println(list);
        var map = new java.util.HashMap<String, Integer>(); for (String w : "a b a c b a".split(" ")) map.merge(w, 1, Integer::sum); System.out.println(map);
        char c = "xyz".charAt(1); c++; System.out.println(c); System.out.println(String.valueOf(3.0f) + 1L + 'c' + null + true);
    }
}

class Classes {
    interface Shape { double area(); default String describe() { return name() + " of area " + area(); } default String name() { return "shape"; } static Shape unit() { return new Square(1); } }
    interface Named { default String name() { return "named"; } }
    static class Square implements Shape, Named {
        final double side;
        Square(double side) { this.side = side; }
        public double area() { return side * side; }
        public String name() { return Shape.super.name() + "/" + Named.super.name(); }
    }
    static abstract class Base {
        static int count;
        protected String log = "";
        { count++; log += "init "; }
        Base() { log += "Base() "; hook(); }
        abstract void hook();
        public String toString() { return getClass().getSimpleName() + "[" + log.trim() + "]"; }
    }
    static class Derived extends Base {
        int x = 5;
        final int y;
        Derived(int y) { super(); this.y = y; log += "Derived(" + x + ") "; }
        Derived() { this(7); log += "Derived() "; }
        void hook() { log += "hook x=" + x + " y=" + y + " "; }
    }
    class Inner {
        int v = outerField * 2;
        class Deeper { int w = v + outerField; int outer() { return Classes.this.outerField++; } }
    }
    int outerField = 21;
    static <T extends Comparable<T>> T max(List<? extends T> list) {
        T best = null;
        for (T t : list) if (best == null || t.compareTo(best) > 0) best = t;
        return best;
    }
    static class Node<K extends Comparable<K>, V> implements Comparable<Node<K, V>> {
        K key; V value;
        Node(K k, V v) { key = k; value = v; }
        public int compareTo(Node<K, V> o) { return key.compareTo(o.key); }
        @Override public boolean equals(Object o) { return o instanceof Node<?, ?> n && key.equals(n.key); }
        @Override public int hashCode() { return key.hashCode(); }
        public String toString() { return key + "=" + value; }
    }
    enum Op implements IntBinaryOperator {
        PLUS("+") { public int applyAsInt(int a, int b) { return a + b; } },
        TIMES("*") { public int applyAsInt(int a, int b) { return a * b; } int prec() { return 2; } };
        final String sym;
        Op(String s) { sym = s; }
        int prec() { return 1; }
    }
    enum Plain { A, B, C; Plain next() { return values()[(ordinal() + 1) % values().length]; } }
    record Point(int x, double y) {
        static int made = 0;
        Point { if (x < 0) throw new IllegalArgumentException("x=" + x); made++; }
        Point(int x) { this(x, 0.5); }
        double sum() { return x + y; }
    }
    record Pair<A, B>(A a, B b) {}
    static String kind(Plain p) {
        switch (p) { case A: return "first"; case B: return "second"; default: return "other"; }
    }
    static int arrow(Plain p) { return switch (p) { case A, B -> 1; case C -> { int q = p.ordinal(); yield q * 10; } }; }
    static int sum(int... xs) { int s = 0; for (int x : xs) s += x; return s; }
    static String f(Object o) { return "Object"; }
    static String f(String s) { return "String"; }
    static String f(Integer i) { return "Integer"; }
    static String f(long l) { return "long"; }
    static String f(int... a) { return "int..."; }

    public static void main(String[] args) {
        Shape s = new Square(3);
        System.out.println(s.describe());
        System.out.println(Shape.unit().area());
        System.out.println(new Derived());
        System.out.println(Base.count);
        Classes c = new Classes();
        Classes.Inner in = c.new Inner();
        Inner.Deeper d = in.new Deeper();
        System.out.println(in.v + " " + d.w + " " + d.outer() + " " + c.outerField);
        System.out.println(max(Arrays.asList(3, 9, 4)));
        System.out.println(max(Arrays.asList("b", "zz", "a")));
        Node<String, Integer> n1 = new Node<>("k", 1), n2 = new Node<>("k", 2);
        System.out.println(n1.equals(n2) + " " + n1.hashCode() + " " + n1.compareTo(new Node<>("m", 0)));
        Comparable<Node<String, Integer>> cmp = n1;
        System.out.println(cmp.compareTo(n2));
        for (Op op : Op.values()) System.out.println(op + op.sym + op.applyAsInt(3, 4) + op.prec() + op.getDeclaringClass().getSimpleName());
        System.out.println(Op.valueOf("TIMES").sym);
        try { Op.valueOf("NONE"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        for (Plain p : Plain.values()) System.out.println(p.next() + kind(p) + arrow(p) + p.compareTo(Plain.B));
        System.out.println(new Point(1, 2.5) + " " + new Point(1, 2.5).equals(new Point(1, 2.5)) + " " + new Point(2).sum() + " " + Point.made);
        try { new Point(-1); } catch (IllegalArgumentException e) { System.out.println(e); }
        Pair<String, int[]> pr = new Pair<>("a", new int[2]);
        System.out.println(pr.a() + pr.b().length);
        System.out.println(new Pair<>(1, 'c') + " " + new Pair<>(1, 'c').hashCode() + " " + new Pair<>(null, 2).equals(new Pair<>(null, 2)));
        System.out.println(sum() + " " + sum(1) + " " + sum(1, 2, 3) + " " + sum(new int[]{4, 5}));
        byte b = 1; short sh = 2; char ch = 'x';
        System.out.println(f(b) + f(sh) + f(ch) + f("s") + f(5) + f(5L) + f(Integer.valueOf(5)) + f() + f(1, 2) + f('c', 'd') + f(new Object()) + f((Object) "s"));
        int base = 10;
        IntUnaryOperator add = x -> x + base;
        Function<Integer, Function<Integer, Integer>> curried = x -> y -> x * 100 + y + base;
        System.out.println(add.applyAsInt(5) + " " + curried.apply(2).apply(3));
        Supplier<List<String>> mk = ArrayList::new;
        List<String> l = mk.get(); l.add("q"); l.add("p");
        l.sort(Comparator.naturalOrder());
        System.out.println(l);
        BiFunction<String, Integer, Character> charAt = String::charAt;
        System.out.println(charAt.apply("hello", 1));
        Function<String, Integer> len = String::length;
        System.out.println(len.andThen(x -> x + 1).apply("four"));
        Runnable r = new Runnable() { int n = base; public void run() { n++; System.out.println("anon " + n + " " + this.getClass().getName()); } };
        r.run();
        class Local { int m() { return base + args.length; } }
        System.out.println(new Local().m() + " " + new Local().getClass().getName());
        int[] counter = {0};
        Runnable inc = () -> counter[0]++;
        for (int i = 0; i < 5; i++) inc.run();
        System.out.println(counter[0]);
        Object[] objs = {1, "two", 3.0, 'c', 4L, null, new int[]{1}, Plain.A, new Point(3)};
        for (Object o : objs) {
            String t;
            if (o instanceof Integer i && i > 0) t = "int " + (i + 1);
            else if (o instanceof String str) t = "str " + str.length();
            else if (o instanceof Character cc) t = "chr " + (char) (cc + 1);
            else if (o instanceof int[] arr) t = "arr " + arr.length;
            else if (o instanceof Enum<?> e) t = "enum " + e.name();
            else if (!(o instanceof Number num)) t = "none " + o;
            else t = "num " + num.intValue();
            System.out.println(t);
        }
        Integer i1 = 127, i2 = 127, i3 = 128, i4 = 128;
        System.out.println((i1 == i2) + " " + (i3 == i4) + " " + i3.equals(i4) + " " + (i3 >= i4));
        Long l1 = 127L; System.out.println(l1.equals(127) + " " + l1.equals(127L) + " " + (l1 == 127));
    }
}

class Generics {
    interface Visitor<R> { R visitNum(int n); R visitAdd(Expr a, Expr b); }
    interface Expr { <R> R accept(Visitor<R> v); }
    static class Num implements Expr { int n; Num(int n) { this.n = n; } public <R> R accept(Visitor<R> v) { return v.visitNum(n); } }
    static class Add implements Expr { Expr a, b; Add(Expr a, Expr b) { this.a = a; this.b = b; } public <R> R accept(Visitor<R> v) { return v.visitAdd(a, b); } }
    static abstract class Animal<T extends Animal<T>> implements Comparable<T> {
        int size; Animal(int s) { size = s; }
        abstract T self();
        T grow(int by) { size += by; return self(); }
        public int compareTo(T o) { return Integer.compare(size, o.size); }
    }
    static class Dog extends Animal<Dog> { Dog(int s) { super(s); } Dog self() { return this; } Dog bark() { System.out.println("woof " + size); return this; } }
    static class Producer { Object get() { return "object"; } Number num() { return 1; } }
    static class StrProducer extends Producer { @Override String get() { return "string"; } @Override Integer num() { return 42; } }
    interface Source<T> { T next(); default List<T> take(int n) { List<T> l = new ArrayList<>(); for (int i = 0; i < n; i++) l.add(next()); return l; } }
    static class Counter implements Source<Integer>, Iterable<Integer> {
        private int c; private static int instances; { instances++; }
        public Integer next() { return c++; }
        public Iterator<Integer> iterator() {
            return new Iterator<Integer>() {
                int i = 0;
                public boolean hasNext() { return i < c; }
                public Integer next() { if (!hasNext()) throw new NoSuchElementException("end " + i); return i++ * 10; }
            };
        }
    }
    static class Stack2<E> {
        private Object[] data = new Object[2]; private int n;
        void push(E e) { if (n == data.length) data = Arrays.copyOf(data, n * 2); data[n++] = e; }
        @SuppressWarnings("unchecked") E pop() { E e = (E) data[--n]; data[n] = null; return e; }
        boolean isEmpty() { return n == 0; }
        <R> Stack2<R> map(Function<? super E, ? extends R> f) { Stack2<R> r = new Stack2<>(); for (int i = 0; i < n; i++) { @SuppressWarnings("unchecked") E e = (E) data[i]; r.push(f.apply(e)); } return r; }
    }
    static class Outer {
        int x = 1; static int made;
        class In { int x = 2; class In2 { int x = 3; String all() { return x + "," + this.x + "," + In.this.x + "," + Outer.this.x; } } }
        In.In2 make() { return new In().new In2(); }
        Supplier<Integer> sup() { return () -> this.x + x++; }
        Runnable anon(int p) { int q = p * 2; return new Runnable() { int x = 7; public void run() { System.out.println(x + " " + Outer.this.x + " " + p + " " + q); } }; }
    }
    static class A { int f = 1; static String s() { return "A.s"; } String n() { return "A.n" + f; } String call() { return n() + s(); } private String p() { return "A.p"; } String cp() { return p(); } }
    static class B extends A { int f = 2; static String s() { return "B.s"; } @Override String n() { return "B.n" + f + super.f + super.n(); } private String p() { return "B.p"; } }
    static <T> void swap(T[] a, int i, int j) { T t = a[i]; a[i] = a[j]; a[j] = t; }
    @SafeVarargs static <T> List<T> listOf(T... xs) { return new ArrayList<>(Arrays.asList(xs)); }
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static Function<Integer, Integer> fact; 
    static <T, R> List<R> map(List<T> l, Function<T, R> f) { List<R> r = new ArrayList<>(); for (T t : l) r.add(f.apply(t)); return r; }
    static double apply(DoubleUnaryOperator f, double x) { return f.applyAsDouble(x); }
    static String over(Object o) { return "O"; } static String over(Object... o) { return "V" + (o == null ? "null" : o.length); } static String over(int i) { return "I"; } static String over(Integer i) { return "W"; } static String over(double d) { return "D"; }

    public static void main(String[] args) {
        Expr e = new Add(new Num(3), new Add(new Num(4), new Num(5)));
        int val = e.accept(new Visitor<Integer>() { public Integer visitNum(int n) { return n; } public Integer visitAdd(Expr a, Expr b) { return a.accept(this) + b.accept(this); } });
        String str = e.accept(new Visitor<String>() { public String visitNum(int n) { return "" + n; } public String visitAdd(Expr a, Expr b) { return "(" + a.accept(this) + "+" + b.accept(this) + ")"; } });
        System.out.println(val + " " + str);
        System.out.println(new Dog(3).grow(2).bark().compareTo(new Dog(9)));
        List<Dog> dogs = listOf(new Dog(5), new Dog(2), new Dog(8)); Collections.sort(dogs); for (Dog d : dogs) System.out.print(d.size + " "); System.out.println(Collections.max(dogs).size);
        Producer p = new StrProducer(); System.out.println(p.get() + " " + p.num() + " " + new StrProducer().get().length());
        Counter c = new Counter(); System.out.println(c.take(4) + " " + Counter.instances); for (int i : c) System.out.print(i + ";"); System.out.println();
        Iterator<Integer> it = c.iterator(); try { while (true) it.next(); } catch (NoSuchElementException x) { System.out.println(x.getMessage()); }
        Stack2<String> st = new Stack2<>(); for (String s : "a bb ccc".split(" ")) st.push(s); Stack2<Integer> lens = st.map(String::length); int sum = 0; while (!lens.isEmpty()) sum += lens.pop(); System.out.println(sum + st.pop());
        Outer o = new Outer(); System.out.println(o.make().all()); Supplier<Integer> sp = o.sup(); System.out.println(sp.get() + " " + sp.get() + " " + o.x); o.anon(5).run();
        A ab = new B(); System.out.println(ab.n() + " " + ab.f + " " + ((B) ab).f + " " + ab.call() + " " + ab.cp() + " " + ab.s());
        String[] sa = {"x", "y", "z"}; swap(sa, 0, 2); System.out.println(String.join("", sa));
        fact = n -> n <= 1 ? 1 : n * fact.apply(n - 1); System.out.println(fact.apply(10) + " " + fib(15));
        System.out.println(map(listOf(1, 2, 3), x -> "n" + x) + " " + apply(Math::sqrt, 16) + " " + apply(x -> x / 3, 1));
        System.out.println(over(1) + over((short) 1) + over(1L) + over(1f) + over('a') + over("s") + over((Object) null) + over() + over(1, 2) + over((Object[]) null) + over(Integer.valueOf(1)));
        IntFunction<int[]> mk = int[]::new; System.out.println(mk.apply(3).length); Function<String, StringBuilder> sbn = StringBuilder::new; System.out.println(sbn.apply("q").append(1));
        BinaryOperator<Integer> mx = BinaryOperator.maxBy(Comparator.naturalOrder()); System.out.println(mx.apply(3, 4)); UnaryOperator<String> up = String::toUpperCase; System.out.println(up.apply("up"));
        Predicate<String> empty = String::isEmpty; System.out.println(empty.negate().or(s -> s == null).test("")); 
        Map<String, List<Integer>> groups = new TreeMap<>(); for (int i = 0; i < 7; i++) groups.computeIfAbsent(i % 2 == 0 ? "even" : "odd", k -> new ArrayList<>()).add(i); System.out.println(groups);
        Map<Character, Integer> cnt = new HashMap<>(); for (char ch : "hello".toCharArray()) cnt.merge(ch, 1, Integer::sum); System.out.println(cnt); for (Map.Entry<Character, Integer> en : cnt.entrySet()) System.out.print(en.getKey() + "" + en.getValue() + " "); System.out.println();
        record Loc(int a, String b) { Loc { a = a + 1; } static Loc of(int x) { return new Loc(x, "of"); } String both() { return a + b; } } System.out.println(Loc.of(4).both() + new Loc(1, null));
        enum Lv { LO, HI { @Override int w() { return 10; } }; int w() { return 1; } } for (Lv l : Lv.values()) System.out.print(l + "=" + l.w() + " "); System.out.println(Lv.valueOf("HI").ordinal());
        interface Fn3 { int ap(int a, int b, int c); } Fn3 f3 = (a, b, d) -> a * b + d; System.out.println(f3.ap(2, 3, 4));
        long big = Integer.MAX_VALUE; big++; int ov = Integer.MAX_VALUE; ov++; System.out.println(big + " " + ov + " " + (byte) 200 + " " + (int) 'A' + " " + (char) 98 + " " + (5 / 2) + (5 / 2.0) + (char) ('a' + 1) + ('a' + 1));
        Object obj = 5; Number nm = (Number) obj; System.out.println(nm.doubleValue() + " " + (obj instanceof Comparable) + " " + obj.equals(5L) + " " + Objects.equals(null, null) + Objects.hash(1, 2, 3));
        StringBuilder sb = new StringBuilder(); for (String s : new TreeSet<>(Arrays.asList("b", "a", "c"))) sb.append(s).append(','); sb.setLength(sb.length() - 1); System.out.println(sb); Optional<String> op = Optional.of("v"); System.out.println(op.map(s -> s + "!").orElse("none") + Optional.empty().isPresent());
        System.out.printf("%d %5.2f %s %x %c %b %05d %-5s| %,d%n", 1, 3.14159, "s", 255, 'c', true, 42, "ab", 1234567); System.out.println(String.format("%8.3e %10s %+d %o", 12345.678, "r", 5, 8));
    }
}

class StaticInitialisers {
    static { System.out.println("main clinit"); }
    static class A { static { System.out.println("A"); } static int x = log("A.x", 3); static final int K = 5; static final String S = "const"; static final Integer BOX = log("A.BOX", 9); static void m() { System.out.println("A.m"); } }
    static class B extends A { static { System.out.println("B"); } static int y = x + 1; B() { System.out.println("B()"); } }
    static class C { static C one = new C(); static int n = 7; int seen; C() { seen = n; } }
    interface I { int V = log("I.V", 11); default void d() {} }
    interface J { int W = log("J.W", 12); }
    static class D implements I, J { static { System.out.println("D"); } }
    static class Cyc1 { static int a = Cyc2.b + 1; }
    static class Cyc2 { static int b = Cyc1.a + 1; }
    static class Bad { static int q = 1 / Integer.parseInt("0"); static void m() {} }
    static class Bad2 { static { if (true) throw new IllegalStateException("boom"); } }
    static class Arr { static { System.out.println("Arr never"); } }
    enum E { X, Y; static final Map<String, E> MAP = new HashMap<>(); static { for (E e : values()) MAP.put(e.name().toLowerCase(), e); System.out.println("E init"); } }
    static class Lazy { static int c = 0; static Lazy inst; static Lazy get() { if (inst == null) inst = new Lazy(); return inst; } int id = ++c; }
    static class Gen<T> { static int made; T t; { made++; } Gen(T t) { this.t = t; } }
    static int log(String s, int v) { System.out.println("init " + s); return v; }
    int inst = log("inst", 1); { log("block", 2); } int inst2 = log("inst2", inst + 5);
    StaticInitialisers() { log("ctor", inst2); }
    static long total = 0;
    static int arr[] = {1, 2, 3}, grid[][] = {{1}, {2, 3}, {}};
    public static void main(String[] args) {
        System.out.println(A.K + A.S);
        System.out.println("before");
        System.out.println(B.K);
        Arr[] arrs = new Arr[3]; System.out.println(arrs.length);
        System.out.println(B.x);
        new B();
        System.out.println(B.y + " " + A.BOX);
        System.out.println(C.one.seen + " " + C.n);
        new D(); System.out.println("made D"); System.out.println(D.W);
        System.out.println(Cyc1.a + " " + Cyc2.b);
        try { Bad.m(); } catch (ExceptionInInitializerError e) { System.out.println("EIIE " + e.getMessage() + " " + e.getCause()); }
        try { Bad.m(); } catch (NoClassDefFoundError e) { System.out.println(e.getMessage()); }
        try { new Bad2(); } catch (ExceptionInInitializerError e) { System.out.println(e.getCause()); }
        System.out.println(E.MAP.get("y"));
        System.out.println(Lazy.get().id + " " + Lazy.get().id + " " + Lazy.c);
        new Gen<>("a"); new Gen<>(1); System.out.println(Gen.made);
        new StaticInitialisers();
        for (int[] g : grid) { for (int v : g) total += v; }
        System.out.println(total + " " + arr.length);
        System.out.println(int[].class.getName() + " " + String.class + " " + int.class + " " + I.class + " " + new int[0][0].getClass().getSimpleName() + " " + E.X.getClass() + " " + A.class.getSimpleName() + " " + String[][].class.getName());
        Object o = new Object(); System.out.println(o.equals(o) + " " + (o.hashCode() == o.hashCode()) + " " + o.getClass().getName());
        System.out.println(new A().getClass() == A.class);
    }
}

class Strings {
    public static void main(String[] args) throws Exception {
        String s = "Hello, Wörld \u20ac \uD83D\uDE00";
        System.out.println(s + " " + s.length() + " " + s.charAt(8) + " " + s.indexOf("W") + s.indexOf('z') + " " + s.toUpperCase() + s.substring(3, 6) + s.replace('l', 'L') + s.contains("lo") + s.codePointAt(15));
        System.out.println("a,b,,c,,".split(",").length + " " + Arrays.toString("a1b22c".split("[0-9]+")) + " " + "  trim ".trim() + "|" + "x".repeat(3) + " " + "abc".compareTo("abd") + "b".compareTo("abc") + " " + "AbC".equalsIgnoreCase("aBc") + "AbC".toLowerCase());
        String a = "hi", b = "hi", c = new String("hi"), d = "h" + "i"; final String h = "h"; String e2 = h + "i"; String hh = "h"; String f = hh + "i";
        System.out.println((a == b) + " " + (a == c) + " " + (a == d) + " " + (a == e2) + " " + (a == f) + " " + (a == f.intern()) + " " + a.equals(c));
        System.out.println(String.valueOf(3.0f) + String.valueOf(true) + String.valueOf('c') + String.valueOf((Object) null) + Integer.toString(255, 16) + Integer.toBinaryString(-8) + Long.toHexString(-1L) + Integer.parseInt("-12") + Double.parseDouble("1e3") + Integer.valueOf("7") + Integer.toOctalString(64));
        char[] cs = {'x', 'y', 'z'}; System.out.println(new String(cs) + new String(cs, 1, 2) + String.copyValueOf(cs) + new String(new byte[]{65, 66}) + new String(new byte[]{(byte) 0xc3, (byte) 0xb6}, "UTF-8") + new String() + new String(new StringBuilder("sb")) + new String(new int[]{0x1F600, 65}, 0, 2));
        try { new String(new byte[1], "no-such"); } catch (java.io.UnsupportedEncodingException x) { System.out.println(x); }
        System.out.println("é".getBytes("UTF-8").length + " " + "abc".getBytes()[1] + " " + "abc".hashCode() + " " + "".isEmpty() + " ".isBlank() + " " + "a\tb\"c\\".length() + "\101\0".length());
        StringBuilder sb = new StringBuilder("abc"); sb.insert(1, 42).append(1.5f).append(2.0).append(3L).append(new char[]{'q'}).deleteCharAt(0).replace(0, 1, "ZZ").setCharAt(0, '_'); System.out.println(sb + " " + sb.length() + sb.indexOf("q") + sb.reverse());
        System.out.println(1 + 2 + "3" + 4 + 5 + " " + ('a' + 1) + (char) ('a' + 1) + 'a' + 1 + " " + 1.0f + 1e10 + 1e-10 + 100.0 + 1.0E7f + 0.001 + 0.0001 + " " + (float) 1e10 + (0.1 + 0.2) + (0.1f + 0.2f) + 1.0 / 3 + Float.MAX_VALUE + Double.MIN_VALUE + -0.0 + Long.MIN_VALUE);
        for (String w : new String[]{"1", "+5", "-0", "2147483647", "2147483648", "", " 1", "1_0", "0x1"}) { try { System.out.print(Integer.parseInt(w) + " "); } catch (NumberFormatException x) { System.out.print("[" + x.getMessage() + "] "); } } System.out.println();
        for (String w : new String[]{"1", "1.", ".5", "1e400", "-Infinity", "NaN", "0x1p3", "1d", "abc", " 2 "}) { try { System.out.print(Double.parseDouble(w) + " "); } catch (NumberFormatException x) { System.out.print("[" + x.getMessage() + "] "); } } System.out.println();
        System.out.println(Character.isDigit('5') + " " + Character.isLetter('x') + Character.toUpperCase('q') + Character.getNumericValue('7') + (int) Character.MAX_VALUE + Character.isWhitespace('\n') + Character.toString(97) + (char) 0x41 + Character.valueOf('z').compareTo('a'));
        System.out.println(Integer.MAX_VALUE + 1 + " " + Integer.compare(3, 5) + Integer.bitCount(255) + Integer.reverse(1) + Integer.highestOneBit(100) + Integer.numberOfLeadingZeros(1) + Long.numberOfTrailingZeros(8) + Integer.signum(-9) + Integer.rotateLeft(1, 33) + Integer.parseInt("ff", 16) + Long.compare(1, 2) + Integer.MIN_VALUE + Math.abs(Integer.MIN_VALUE) + Short.MAX_VALUE + Byte.MIN_VALUE);
        System.out.println(Math.round(2.5) + " " + Math.round(-2.5) + Math.rint(2.5) + Math.floor(-1.1) + Math.ceil(1.1) + Math.max(1, 2L) + Math.min(-0.0, 0.0) + Math.pow(2, 10) + Math.sqrt(2) + Math.hypot(3, 4) + Math.floorDiv(-7, 2) + Math.cbrt(27) + Math.signum(-3.5) + Math.toDegrees(Math.PI) + Math.abs(-5.5f) + (int) Math.log10(1000));
        try { Math.addExact(Integer.MAX_VALUE, 1); } catch (ArithmeticException x) { System.out.println(x.getMessage()); } try { Math.toIntExact(1L << 40); } catch (ArithmeticException x) { System.out.println(x.getMessage()); }
        String t = null; System.out.println("null? " + t + (t == null)); t += "!"; System.out.println(t); switch ("two") { case "one": System.out.println(1); break; case "two": System.out.println(2); case "three": System.out.println(3); break; default: System.out.println("d"); } try { switch (t = null) { case "x": } } catch (NullPointerException x) { System.out.println("npe switch"); }
        System.out.println(String.join("|", List.of("a", "b")) + "a-b".replaceAll("-", "+") + "x.y".replace(".", "") + "abc".lastIndexOf('c') + "abcabc".indexOf("c", 3) + "Abc".startsWith("A") + "abc".endsWith("bc") + "abc".matches("[a-c]+") + "a b".chars().count() + "q".concat("r") + "  x ".strip() + "l1\nl2".lines().count());
        Random r = new Random(42); System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextDouble() + " " + r.nextLong() + " " + r.nextBoolean() + " " + r.nextGaussian() + " " + r.nextFloat());
    }
}
