import java.util.*;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Classes, interfaces and enums. */
public class ClassForms {
    public static void main(String[] args) throws Throwable {
        Classes.main(args);
        Generics.main(args);
        Collections1.main(args);
        ClassInterfaces.main(args);
        ClassesAsked.main(args);
        SealedEnums.main(args);
        Cloned.main(args);
        InterfaceFields.main(args);
    }
}

class Classes {
    interface Shape { double area(); default String describe() { return name() + " of area " + area(); } String name(); static Shape unit() { return new Square(1); } }
    static abstract class Base implements Shape {
        static int made;
        final int id;
        Base() { id = ++made; init(); }
        void init() { System.out.println("Base.init " + id); }
        public String name() { return getClass().getSimpleName() + "#" + id; }
        @Override public String toString() { return describe(); }
    }
    static class Square extends Base {
        double side = 5;
        Square(double side) { super(); this.side = side; }
        @Override void init() { System.out.println("Square.init with side " + side); }
        public double area() { return side * side; }
    }
    static class Named extends Square {
        private final String name;
        Named(String name) { super(2); this.name = name; }
        public String name() { return name == null ? "nobody" : name; }
        public String describe() { return "<" + super.describe() + ">"; }
    }
    static void f(Object o) { System.out.println("Object"); }
    static void f(String s) { System.out.println("String"); }
    static void f(Integer i) { System.out.println("Integer"); }
    static void f(long l) { System.out.println("long"); }
    static void f(int... xs) { System.out.println("int... " + xs.length); }
    class Inner {
        int k = 10 * outerField;
        class Deep { int sum() { return k + outerField; } }
    }
    int outerField = 7;
    enum Op {
        ADD("+") { int apply(int a, int b) { return a + b; } }, MUL("*") { int apply(int a, int b) { return a * b; } };
        final String sign;
        Op(String sign) { this.sign = sign; }
        abstract int apply(int a, int b);
    }
    record Point(int x, int y) {
        Point { if (x < 0) throw new IllegalArgumentException("x " + x); }
        static Point origin() { return new Point(0, 0); }
        double norm() { return Math.sqrt(x * x + y * y); }
    }
    public static void main(String[] args) {
        List<Shape> shapes = new ArrayList<>();
        shapes.add(new Square(3));
        shapes.add(new Named("n"));
        shapes.add(Shape.unit());
        for (Shape s : shapes) System.out.println(s + " " + (s instanceof Named) + " " + (s instanceof Base));
        f("s"); f(1); f('c'); f(1L); f((Object) "s"); f(); f(1, 2); f(1.5);
        Classes c = new Classes();
        Classes.Inner i = c.new Inner();
        Inner.Deep d = i.new Deep();
        System.out.println(d.sum());
        for (Op op : Op.values()) System.out.println(op + op.sign + op.ordinal() + " " + op.apply(3, 4) + " " + Op.valueOf("ADD").compareTo(op));
        Point p = new Point(3, 4);
        System.out.println(p + " " + p.norm() + " " + p.equals(new Point(3, 4)) + " " + (p == new Point(3, 4)) + " " + Point.origin().x() + " " + p.hashCode());
        try { new Point(-1, 0); } catch (IllegalArgumentException e) { System.out.println(e); }
        int local = 5;
        Shape anonymous = new Shape() {
            int count = local;
            public double area() { return count++; }
            public String name() { return "anon"; }
        };
        System.out.println(anonymous.describe() + anonymous.describe());
        Object o = p;
        if (o instanceof Point q && q.x() == 3) System.out.println("pattern " + q.y());
        System.out.println(switch (Op.MUL) { case ADD -> "a"; case MUL -> { String t = "m"; yield t + t; } });
    }
}

class Generics {
    static class Node<T extends Comparable<T>> {
        T value; Node<T> left, right;
        Node(T value) { this.value = value; }
        void insert(T v) {
            if (v.compareTo(value) < 0) { if (left == null) left = new Node<>(v); else left.insert(v); }
            else if (right == null) right = new Node<>(v); else right.insert(v);
        }
        void walk(List<? super T> out) { if (left != null) left.walk(out); out.add(value); if (right != null) right.walk(out); }
    }
    static class Range implements Iterable<Integer> {
        final int lo, hi;
        Range(int lo, int hi) { this.lo = lo; this.hi = hi; }
        public Iterator<Integer> iterator() {
            return new Iterator<Integer>() {
                int at = lo;
                public boolean hasNext() { return at < hi; }
                public Integer next() { return at++; }
            };
        }
    }
    static <T extends Comparable<? super T>> T max(Iterable<? extends T> xs) {
        T best = null;
        for (T x : xs) if (best == null || x.compareTo(best) > 0) best = x;
        return best;
    }
    static <A, B, C> Function<A, C> compose(Function<A, B> f, Function<B, C> g) { return a -> g.apply(f.apply(a)); }
    static int twice(int x) { return 2 * x; }
    int base = 100;
    int plus(int x) { return base + x; }
    public static void main(String[] args) {
        Node<String> root = new Node<>("m");
        for (String s : "q c x a n".split(" ")) root.insert(s);
        List<Object> out = new ArrayList<>();
        root.walk(out);
        System.out.println(out + " " + max(new Range(3, 9)) + " " + max(List.of("b", "z", "k")));
        Function<Integer, Integer> f = Generics::twice, g = new Generics()::plus;
        System.out.println(compose(f, g).apply(5) + " " + compose(g, x -> "<" + x + ">").apply(5) + " " + f.andThen(g).apply(1));
        Supplier<List<String>> make = ArrayList::new;
        List<String> list = make.get();
        list.add("pear"); list.add("fig"); list.add("banana"); list.add("kiwi");
        list.sort(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        System.out.println(list);
        Map<String, Integer> counts = new HashMap<>();
        for (String w : "to be or not to be that is the question to be".split(" ")) counts.merge(w, 1, Integer::sum);
        System.out.println(counts);
        for (Map.Entry<String, Integer> e : counts.entrySet()) if (e.getValue() > 1) System.out.print(e.getKey() + "=" + e.getValue() + " ");
        System.out.println();
        BiFunction<Integer, Integer, Integer> gcd = new BiFunction<>() {
            public Integer apply(Integer a, Integer b) { return b == 0 ? a : this.apply(b, a % b); }
        };
        System.out.println(gcd.apply(48, 36));
        int[] counter = {0};
        Runnable r = () -> counter[0]++;
        for (int i = 0; i < 5; i++) r.run();
        System.out.println(counter[0]);
        counts.computeIfAbsent("new", k -> k.length());
        System.out.println(counts.getOrDefault("new", -1) + " " + counts.getOrDefault("none", -1) + " " + counts.containsKey("be") + " " + counts.remove("be") + " " + counts.size());
    }
}

class Collections1 {
    public static void main(String[] args) {
        List<Integer> a = new ArrayList<>();
        for (int i = 0; i < 10; i++) a.add(i * 7 % 10);
        Collections.sort(a);
        a.remove(3); a.remove(Integer.valueOf(9)); a.add(2, 42); a.set(0, -1);
        System.out.println(a + " " + a.indexOf(42) + " " + a.contains(5) + " " + a.subList(1, 4));
        Iterator<Integer> it = a.iterator();
        while (it.hasNext()) if (it.next() % 2 == 0) it.remove();
        System.out.println(a);
        try { for (Integer x : a) a.add(x); } catch (ConcurrentModificationException e) { System.out.println("modified"); }
        Deque<String> d = new ArrayDeque<>();
        d.push("a"); d.addLast("b"); d.offerFirst("c");
        System.out.println(d + " " + d.pop() + d.pollLast() + d.peek());
        LinkedList<Integer> l = new LinkedList<>(Arrays.asList(3, 1, 2));
        l.addFirst(0); l.removeLast();
        System.out.println(l);
        PriorityQueue<Integer> q = new PriorityQueue<>(Comparator.reverseOrder());
        for (int x : new int[] {3, 9, 1, 7}) q.add(x);
        while (!q.isEmpty()) System.out.print(q.poll() + " ");
        System.out.println();
        Set<String> s = new HashSet<>(List.of("delta", "alpha", "charlie", "bravo"));
        System.out.println(s + " " + new TreeSet<>(s) + " " + s.add("alpha"));
        Map<Integer, String> t = new TreeMap<>();
        for (int i = 5; i > 0; i--) t.put(i * i, "v" + i);
        System.out.println(t + " " + t.keySet() + " " + t.values());
        Map<String, List<Integer>> m = new LinkedHashMap<>();
        for (String w : "one two three four".split(" ")) m.computeIfAbsent(w.substring(0, 1), k -> new ArrayList<>()).add(w.length());
        System.out.println(m);
        int[] xs = {5, 2, 8, 1};
        Arrays.sort(xs);
        System.out.println(Arrays.toString(xs) + " " + Arrays.binarySearch(xs, 5) + " " + Arrays.equals(xs, xs.clone()) + " " + Arrays.hashCode(xs));
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, (x, y) -> y - x);
        System.out.println(Arrays.asList(boxed) + " " + Arrays.deepToString(new int[][] {{1}, {2, 3}}));
        Vector<Object> v = new Vector<>();
        v.addElement("x"); v.addElement(2);
        Hashtable<String, Integer> h = new Hashtable<>();
        h.put("k", 1);
        System.out.println(v.elementAt(1) + " " + h.get("k") + " " + v.size());
        Random r = new Random(42);
        System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextDouble() + " " + r.nextLong() + " " + r.nextBoolean() + " " + r.nextGaussian());
        try { a.get(99); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { new ArrayDeque<Integer>().pop(); } catch (NoSuchElementException e) { System.out.println("empty"); }
    }
}

class ClassInterfaces {
    interface Named {}
    interface Sized extends Named, Comparable<Sized> {}

    static class Base implements Named {}

    static abstract class Box extends Base implements Sized, Cloneable {}

    static class Crate extends Box {
        @Override
        public int compareTo(Sized other) { return 0; }
    }

    enum Kind implements Named { ONE }

    record Pair(int a, int b) implements Named, java.io.Serializable {}

    static void print(Class<?> c) {
        System.out.print(c.getName() + ":");
        for (Class<?> i : c.getInterfaces()) System.out.print(" " + i.getName());
        System.out.println();
    }

    public static void main(String[] args) {
        Class<?>[] some = {Object.class, Named.class, Sized.class, Kind.class, Pair.class, int.class, int[].class, Crate[].class};
        for (Class<?> c : some) print(c);
        for (Class<?> c = new Crate().getClass(); c != null; c = c.getSuperclass()) print(c);
        for (Class<?> c = new Hashtable<String, String>().getClass(); c != null; c = c.getSuperclass()) print(c);
        Named anonymous = new Sized() {
            @Override
            public int compareTo(Sized other) { return 1; }
        };
        print(anonymous.getClass());
        System.out.println(Named.class.isAssignableFrom(Crate.class) + " " + Comparable.class.isAssignableFrom(Box.class)
            + " " + Sized.class.isAssignableFrom(Base.class) + " " + Base.class.isAssignableFrom(Crate.class));
    }
}

/** Interfaces that nothing calls are interfaces too. */
class ClassesAsked {
    interface Named {}
    interface Sized extends Named { int size(); }
    interface Unused {}
    static class Base implements Named {}
    static abstract class Half implements Sized {}

    static class Box extends Half {
        @Override
        public int size() { return 1; }
    }

    public static void main(String[] args) throws ClassNotFoundException {
        List<Class<?>> asked = List.of(Named.class, Sized.class, Unused.class, Comparable.class, Half.class, Object.class,
            int.class, Named[].class, Class.forName("ClassesAsked$Unused"));
        Object[] objects = {new Base(), new Box(), "s", 1, new Box[1], new int[1], null};
        for (Class<?> c : asked) {
            System.out.print(c + (c.isInterface() ? " is one:" : ":"));
            for (Object o : objects) System.out.print(" " + c.isInstance(o));
            System.out.println(" " + c.getSuperclass());
        }
        System.out.println(Named.class.cast(objects[1]).getClass());
        try {
            Unused.class.cast(objects[0]);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }
}

/** An enum whose constants have bodies is sealed without saying so; a sealed interface may permit it. */
class SealedEnums {
    sealed interface Token permits Sign, Number {
        String text();
    }

    enum Sign implements Token {
        PLUS,
        TIMES {
            @Override
            int level() {
                return 2;
            }
        };

        int level() {
            return 1;
        }

        public String text() {
            return name().toLowerCase() + level();
        }
    }

    record Number(int value) implements Token {
        public String text() {
            return "" + value;
        }
    }

    public static void main(String[] args) {
        StringBuilder out = new StringBuilder();
        for (Token token : new Token[] {Sign.PLUS, new Number(3), Sign.TIMES}) {
            out.append(token.text()).append(token instanceof Sign sign ? ":" + sign.ordinal() : ";");
        }
        System.out.println(out);
    }
}

/** `Object.clone` of a program's own classes: shallow, and only of what is `Cloneable`. */
class Cloned {
    static class Vector3 implements Cloneable {
        double[] at = { 1, 2, 3 };
        String name = "v";

        public Object clone() {
            try {
                Vector3 v = (Vector3) super.clone();
                v.at = at.clone();
                return v;
            } catch (CloneNotSupportedException e) {
                throw new InternalError(e.toString());
            }
        }
    }

    static class Named extends Vector3 {
        Vector3 inner = new Vector3();

        public Named clone() { return (Named) super.clone(); }
    }

    static class Plain {
        Object copy() throws CloneNotSupportedException { return clone(); }
    }

    public static void main(String[] args) {
        Named a = new Named();
        a.name = "a";
        Named b = a.clone();
        b.at[0] = 9;
        b.name = "b";
        System.out.println(a.name + Arrays.toString(a.at) + " " + b.name + Arrays.toString(b.at));
        System.out.println(b.inner == a.inner);
        try {
            new Plain().copy();
        } catch (CloneNotSupportedException e) {
            System.out.println(e);
        }
        collections();
    }

    static class Counted<K> extends LinkedHashMap<K, Integer> {
        int puts;

        public Integer put(K key, Integer value) {
            puts++;
            return super.put(key, value);
        }
    }

    /** The clone of a collection is of its class, with the fields of subclasses, and has elements of its own. */
    @SuppressWarnings("unchecked")
    static void collections() {
        Stack<Integer> s = new Stack<>();
        s.push(1);
        s.push(2);
        Stack<Integer> t = (Stack<Integer>) s.clone();
        t.pop();
        t.push(3);
        t.push(4);
        System.out.println(s + " " + t + " " + t.peek());
        Counted<String> c = new Counted<>();
        c.put("b", 1);
        c.put("a", 2);
        c.putAll(Map.of("c", 3));
        Counted<String> d = (Counted<String>) c.clone();
        d.remove("b");
        d.put("z", 4);
        System.out.println(c + " " + c.puts + " " + d + " " + d.puts);
        LinkedList<Integer> l = new LinkedList<>(List.of(1, 2, 3)) { public String toString() { return "<" + super.toString() + ">"; } };
        LinkedList<Integer> m = (LinkedList<Integer>) l.clone();
        m.addFirst(0);
        m.removeLast();
        System.out.println(l + " " + m);
        TreeMap<Integer, String> u = new TreeMap<>(Comparator.reverseOrder());
        for (int i = 0; i < 20; i++) u.put(i * 7 % 20, "v" + i);
        TreeMap<Integer, String> v = (TreeMap<Integer, String>) u.clone();
        for (int i = 0; i < 20; i += 3) v.remove(i);
        u.put(5, "-");
        System.out.println(u + " " + v + " " + v.size() + u.size());
        Hashtable<String, Integer> h = new Hashtable<>();
        for (int i = 0; i < 30; i++) h.put("k" + i, i);
        h.keySet().removeIf(k -> k.length() == 3);
        Hashtable<String, Integer> g = (Hashtable<String, Integer>) h.clone();
        g.put("k3", -3);
        System.out.println(h + " " + g);
    }
}

/** When the fields of interfaces get their values: at their first use, whoever names them, and never with a mere implementer. */
class InterfaceFields {
    static int[] made(String name, int... values) {
        System.out.println("made " + name);
        return values;
    }

    interface Sizes {
        int LIMIT = 3;
        String NAMES[] = {"small", "large"};
        int[] WEIGHTS = made("Sizes.WEIGHTS", 2, 5);
    }

    static class Box implements Sizes {
        int weight(int kind) {
            return WEIGHTS[kind] * LIMIT;
        }
    }

    static class Crate extends Box {
        static final String FIRST = "crate";

        String name(int kind) {
            return NAMES[kind] + FIRST.charAt(kind);
        }

        static int heaviest() {
            return WEIGHTS[WEIGHTS.length - 1];
        }
    }

    interface Wide {
        int[] SHAPE = made("Wide.SHAPE", 4, 9);
    }

    interface Wider extends Wide {
        int[] OWN = made("Wider.OWN", 1);

        default int area() {
            return SHAPE[0] * SHAPE[1] * OWN[0];
        }
    }

    static class Field implements Wider { }

    interface Scaled {
        int[] SCALE = made("Scaled.SCALE", 10);

        int base();

        default int scaled() {
            return base() * SCALE[0];
        }
    }

    public static void main(String[] args) {
        System.out.println(Crate.LIMIT);
        Crate crate = new Crate();
        System.out.println("a crate");
        System.out.println(crate.name(1));
        System.out.println(crate.weight(1) + " " + Crate.heaviest());

        Field field = new Field();
        System.out.println("a field");
        System.out.println(field.area());

        Scaled scaled = () -> 7;
        System.out.println("a lambda");
        System.out.println(scaled.scaled());

        IntSupplier late = () -> Wide.SHAPE.length;
        System.out.println(late.getAsInt());
    }
}
