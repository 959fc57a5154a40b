import java.util.*;

/** Classes of every kind: inheritance and hiding, initialisation order, inner and local classes, interfaces with defaults, varargs, overloads. */
public class Shapes {
    static final StringBuilder LOG = new StringBuilder();

    static int log(String s) {
        LOG.append(s).append(' ');
        return s.length();
    }

    interface Named { String PREFIX = "shape:"; default String label() { return PREFIX + name(); } String name(); }
    interface Scaled { default String label() { return "scaled"; } double scale(double k); }

    static abstract class Shape implements Named {
        static int made = log("Shape.static");
        protected String name = "shape";
        { log("Shape.init"); }

        Shape() {
            log("Shape()");
            describe();
            made++;
        }

        abstract double area();
        void describe() { log("describe"); }
        static String kind() { return "Shape"; }
        public String name() { return name; }
    }

    static class Circle extends Shape implements Scaled {
        static { log("Circle.static"); }
        protected String name = "circle";
        private double r = 1;

        Circle(double r) {
            super();
            log("Circle(r)");
            this.r = r;
        }

        Circle() {
            this(2);
            log("Circle()");
        }

        @Override void describe() { log("r=" + r); }
        double area() { return 3 * r * r; }
        public double scale(double k) { return r *= k; }
        public String label() { return super.label().length() + "/" + Scaled.super.label() + "/" + super.name + "/" + name; }
        static String kind() { return "Circle"; }
    }

    static class Counter {
        private int n;
        class Step {
            final int by;
            Step(int by) { this.by = by; }
            int go() { return n += by; }
            class Twice { int go() { Step.this.go(); return Step.this.go() + Counter.this.n; } }
        }
        Step step(int by) { return new Step(by); }
    }

    static String f(int x) { return "int"; }
    static String f(long x) { return "long"; }
    static String f(double x) { return "double"; }
    static String f(Object x) { return "Object"; }
    static String f(Integer x) { return "Integer"; }
    static String f(int... x) { return "ints" + x.length; }
    static String g(Object o) { return "Object"; }
    static String g(String s) { return "String"; }
    static String g(Object a, Object... rest) { return "rest" + rest.length; }
    static String h(char c) { return "char"; }
    static String h(int c) { return "int"; }

    static int sum(int first, int... more) {
        for (int m : more) first += m;
        return first;
    }

    static int order(int[] a, int i) {
        int n = 0;
        a[i++] = a[i] + i++ * (n = i) + n;
        return a[0] * 100 + i;
    }

    @SuppressWarnings("finally") static int last() {
        for (int i = 0; ; i++) {
            try {
                try {
                    if (i == 1) return i;
                    throw new RuntimeException("a" + i);
                } finally {
                    log("f" + i);
                    if (i == 0) continue;
                }
            } catch (RuntimeException e) {
                log(e.getMessage());
            } finally {
                if (i == 1) return 42;
            }
        }
    }

    public static void main(String[] args) {
        Shape s = new Circle();
        System.out.println(LOG);
        System.out.println(s.area() + " " + s.name + " " + ((Circle) s).name + " " + s.label() + " " + Shape.kind() + Circle.kind() + " " + Shape.made);
        Counter c = new Counter();
        Counter.Step step = c.step(3);
        Counter.Step.Twice t = step.new Twice();
        System.out.println(step.go() + " " + t.go() + " " + c.new Step(-1).go());
        byte b = 1;
        short sh = 2;
        System.out.println(f(b) + f(sh) + f('c') + f(1L) + f(1f) + f("s") + f(Integer.valueOf(1)) + f() + f(1, 2) + f((Object) 1));
        System.out.println(g(null) + g("a", "b") + g(1) + g("a", (Object[]) new String[] {"x", "y"}) + h('a') + h('a' + 1) + h((char) 98));
        System.out.println(sum(1) + sum(1, 2, 3) + sum(1, new int[] {10, 20}));
        System.out.println(order(new int[] {7, 5, 3}, 0));
        LOG.setLength(0);
        System.out.println(last() + " " + LOG);
        class Local implements Comparable<Local> {
            final int v;
            Local(int v) { this.v = v + args.length; }
            public int compareTo(Local o) { return Integer.compare(v, o.v); }
            public String toString() { return "L" + v; }
        }
        List<Local> locals = new ArrayList<>(Arrays.asList(new Local(3), new Local(1), new Local(2)));
        Collections.sort(locals);
        System.out.println(locals + " " + Collections.max(locals));
        Integer a1 = 127, a2 = 127, b1 = 1000, b2 = 1000;
        System.out.println((a1 == a2) + " " + b1.equals(b2) + " " + (b1 <= b2 && b1 >= b2) + " " + (b1 + 0 == b2));
        Object o = true ? 1 : "x";
        Object mixed = true ? 1 : 2.0;
        char ch = 'x';
        System.out.println(o + " " + mixed + " " + (false ? 1 : ch) + " " + (true ? null : 0) + " " + (args.length > 5 ? 'a' : 0) + (args.length > 5 ? 1 : 'b'));
        String x = "con" + "cat", y = "concat", z = "con";
        z += "cat";
        System.out.println((x == y) + " " + (y == z) + " " + y.equals(z) + " " + (y == z.intern()));
        int i = 5;
        i = i++ + ++i;
        i += i++ * 2 - --i;
        int[] arr = {0, 0, 0};
        int k = 0;
        arr[k++] += k + 10;
        arr[k] = k = 2;
        System.out.println(i + " " + Arrays.toString(arr) + " " + k);
        outer:
        for (int p = 0; ; p++) {
            for (int q = 0; q < 5; q++) {
                if (q == 3) continue outer;
                if (p * q > 4) break outer;
                if (p == 2) LOG.append(p).append(q);
            }
        }
        System.out.println(LOG);
        long big = 1L << 40;
        big >>>= 3;
        int trunc = (int) big;
        trunc += 1e9;
        trunc -= 0.5;
        System.out.println(big + " " + trunc);
        Iterator<Integer> it = new Object() {
            int from = 3;
            Iterable<Integer> down() { return () -> new Iterator<>() {
                public boolean hasNext() { return from > 0; }
                public Integer next() { return from--; }
            }; }
        }.down().iterator();
        while (it.hasNext()) System.out.print(it.next() + (it.hasNext() ? "," : "\n"));
    }
}
