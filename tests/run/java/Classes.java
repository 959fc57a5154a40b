import java.util.ArrayList;
import java.util.List;
public class Classes {
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
