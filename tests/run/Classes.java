import java.util.*;
import java.util.function.*;

public class Classes {
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
