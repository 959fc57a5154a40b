import java.util.*;
import java.util.function.*;

/** Which classes variables hold: references take every way there is, and tests, casts and calls look at what arrives. */
public class HeldClasses {
    interface Shape { String name(); default int sides() { return 0; } }
    static class Square implements Shape, Cloneable {
        int size = 2;
        public String name() { return "square" + size; }
        public int sides() { return 4; }
        @Override public Square clone() {
            try {
                Square s = (Square) super.clone();
                s.size++;
                return s;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }
    static class Big extends Square { public String name() { return "big" + size; } }
    static final class Circle implements Shape { public String name() { return "circle"; } }
    enum Kind implements Shape {
        FLAT, ROUND { public int sides() { return 1; } };
        public String name2() { return name(); }
    }
    record Pair(Object left, Object right) { }

    static Object held;
    static Object[] slots = new Object[4];
    static Shape never;

    static String test(Object o) {
        return (o instanceof Square ? "S" : "-") + (o instanceof Shape ? "H" : "-") + (o instanceof String ? "T" : "-")
            + (o instanceof Object[] ? "A" : "-") + (o instanceof int[] ? "I" : "-") + (o instanceof Comparable ? "C" : "-")
            + (o instanceof Integer ? "N" : "-") + (o instanceof Cloneable ? "c" : "-");
    }

    static String cast(Object o) {
        try {
            return "as " + ((Shape) o).name();
        } catch (ClassCastException e) {
            return "no shape";
        }
    }

    static <T> T same(T x) { return x; }

    @SuppressWarnings("unchecked")
    static <T> T polluted(Object o) { return (T) o; }

    static Object pick(int i) {
        switch (i) {
            case 0: return new Square();
            case 1: return "text";
            case 2: return new Object[] {new Circle(), 3};
            case 3: return new int[] {1};
            case 4: return Kind.ROUND;
            case 5: return 7;
            case 6: return new Big();
            default: return null;
        }
    }

    static void ways() {
        for (int i = 0; i < 8; i++) System.out.println(i + " " + test(pick(i)) + " " + (pick(i) == null ? "null" : cast(pick(i))));
        // Through arrays: copied, cloned, in arrays, as objects.
        Object[] a = {new Square(), new Circle()};
        Object[] b = new Object[3];
        System.arraycopy(a, 0, b, 1, 2);
        System.out.println(test(b[0]) + test(b[1]) + test(b[2]));
        Object[] c = a.clone();
        c[0] = "in the copy";
        System.out.println(test(a[0]) + test(c[0]));
        Object[] d = Arrays.copyOf(c, 5);
        d[4] = Kind.FLAT;
        System.out.println(test(d[0]) + test(d[3]) + test(d[4]));
        Object whole = d;
        ((Object[]) whole)[3] = new Big();
        System.out.println(cast(d[3]));
        Object[][] nest = new Object[2][2];
        nest[1] = d;
        nest[0][1] = whole;
        System.out.println(cast(nest[1][3]) + " " + test(nest[0][1]) + " " + cast(((Object[]) nest[0][1])[4]));
        Shape[] shapes = new Square[] {new Big(), null};
        try {
            shapes[1] = new Circle();
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(shapes[0].name() + " " + shapes[0].sides() + " " + shapes[1]);
        Arrays.fill(slots, 1, 3, new Circle());
        slots[3] = slots;
        for (Object s : slots) System.out.print(test(s) + " ");
        System.out.println();
        Integer[] numbers = {3, 1, 2};
        Arrays.sort(numbers, (x, y) -> y - x);
        Comparable<?>[] mixed = numbers;
        System.out.println(test(mixed[0]) + numbers[0] + Arrays.asList(numbers));
    }

    static void containers() {
        List<Object> list = new ArrayList<>(Arrays.asList(new Square(), "two", 3));
        list.add(new Object[] {new Circle()});
        list.addAll(List.of(Kind.FLAT, new Pair(1, "x")));
        for (Object o : list) System.out.print(test(o) + " ");
        System.out.println();
        Map<Object, Object> map = new HashMap<>();
        map.put("key", new Circle());
        map.put(4, new Big());
        map.put(new Pair("a", 1), "pair");
        map.put(Kind.ROUND, Kind.FLAT);
        System.out.println(cast(map.get("key")) + cast(map.get(4)) + cast(map.get(new Pair("a", 1))) + cast(map.get(Kind.ROUND)) + map.get('x'));
        map.replaceAll((k, v) -> k);
        System.out.println(test(map.get("key")) + test(map.get(4)) + test(map.get(new Pair("a", 1))));
        PriorityQueue<Comparable<Object>> queue = new PriorityQueue<>();
        for (Object o : new Object[] {5, 2, 9}) queue.add(HeldClasses.<Comparable<Object>>polluted(o));
        Object first = queue.poll();
        System.out.println(test(first) + first);
        try {
            queue.add(HeldClasses.<Comparable<Object>>polluted("text"));
            System.out.println("added");
        } catch (ClassCastException e) {
            System.out.println("not comparable " + queue.size() + " " + queue);
        }
        Deque<Shape> deque = new ArrayDeque<>();
        deque.push(new Circle());
        deque.push(Kind.ROUND);
        deque.push(new Square());
        StringBuilder text = new StringBuilder();
        for (Iterator<Shape> i = deque.iterator(); i.hasNext();) text.append(i.next().sides()).append(' ');
        System.out.println(text);
        Object[] out = list.toArray();
        out[1] = new Big();
        System.out.println(cast(out[1]) + " " + list.get(1) + " " + test(list.toArray(new Object[0])[0]));
    }

    static Supplier<Object> supplier(Object o) { return () -> o; }

    static void functions() {
        Function<Object, Object> wrap = o -> new Pair(o, o);
        Function<Object, Object> both = wrap.andThen(p -> ((Pair) p).left());
        System.out.println(test(wrap.apply(1)) + test(both.apply("t")) + test(supplier(new Square()).get()));
        BinaryOperator<Object> choose = (x, y) -> x.hashCode() == 0 ? x : y;
        System.out.println(cast(choose.apply(0, new Circle())) + cast(choose.apply(1, new Circle())));
        Shape lambda = () -> "made";
        System.out.println(lambda.name() + lambda.sides() + test(lambda));
        Object anonymous = new Shape() {
            private final Object kept = held = new Big();
            public String name() { return test(kept); }
        };
        System.out.println(cast(anonymous) + cast(held));
        Callback last = new Callback();
        last.run();
        System.out.println(cast(last.seen) + test(same(last.seen)));
    }

    static class Callback implements Runnable {
        Object seen = "nothing";
        public void run() {
            class Local { Object own() { return Callback.this.seen = new Square(); } }
            System.out.print(test(seen) + " " + cast(new Local().own()) + " ");
        }
    }

    static void thrown() {
        Object caught = null;
        for (int i = 0; i < 4; i++) {
            try {
                if (i == 0) throw new IllegalStateException("own");
                if (i == 1) ((int[]) null)[0] = 1;
                if (i == 2) System.out.println((Integer) (Object) "text");
                Object n = Integer.parseInt("x");
            } catch (RuntimeException e) {
                caught = e;
                System.out.println(e.getClass().getName() + (caught instanceof ClassCastException) + (caught instanceof IllegalArgumentException));
            }
        }
        try {
            never.name();
        } catch (NullPointerException e) {
            System.out.println(never instanceof Square);
        }
        Square s = new Big().clone();
        System.out.println(s.name() + test(s) + (s instanceof Big) + s.getClass().getName());
        Object made = null;
        try {
            made = Class.forName("HeldClasses$Circle").getDeclaredConstructor().newInstance();
        } catch (Exception e) {
            made = new Circle();
        }
        System.out.println(cast(made));
        Object switched = switch (caught == null ? 0 : 1) {
            case 0 -> new Square();
            default -> { Object r = caught; yield r; }
        };
        System.out.println(test(switched) + (switched instanceof NumberFormatException));
        Object o = "a";
        o += "b";
        System.out.println(test(o) + o);
        if (o instanceof String t && t.length() == 2) System.out.println(t);
        if (!(o instanceof Shape sh)) System.out.println("no shape"); else System.out.println(sh.name());
        System.out.println(new Pair(new Pair(1, 2), "x").equals(new Pair(new Pair(1, 2), "x")) + " " + new Pair(1, null).equals("no pair"));
    }

    public static void main(String[] args) {
        ways();
        containers();
        functions();
        thrown();
    }
}
