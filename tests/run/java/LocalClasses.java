import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Local and inner classes: what they capture and which object is around them. */
public class LocalClasses {
    public static void main(String[] args) throws Throwable {
        CapturingClasses.main(args);
        AroundObjects.main(args);
        HeldObjects.main(args);
    }
}

/** Local classes that capture variables and make objects of themselves; anonymous subclasses of another object's inner class. */
class CapturingClasses {
    static int made;
    int base = 7;

    class Inner {
        final int id;

        Inner(int id) {
            this.id = id;
        }

        int value() {
            return base * 100 + id;
        }
    }

    static int size = 3;

    static CapturingClasses make() {
        made++;
        return new CapturingClasses();
    }

    static int sum(int depth, int step) {
        String label = "n" + step;
        List<String> seen = new ArrayList<>();
        class Node {
            final int depth;
            Node next;

            Node(int depth) {
                this.depth = depth;
                seen.add(label + depth);
                if (depth > 0) {
                    next = new Node(depth - step);
                }
            }

            Node(Node from, int extra) {
                this(from.depth + extra);
            }

            int total() {
                Runnable again = () -> new Node(0);
                again.run();
                Node other = new Node(this, -depth) {
                    @Override
                    int total() {
                        return step + depth;
                    }
                };
                return depth + other.total() + (next == null ? 0 : next.total());
            }
        }
        int total = new Node(depth).total();
        System.out.println(seen);
        return total;
    }

    public static void main(String[] args) {
        System.out.println(sum(6, 2));
        System.out.println(sum(3, 3));

        CapturingClasses outer = new CapturingClasses();
        outer.base = 9;
        int extra = 5;
        Inner special = outer.new Inner(4) {
            @Override
            int value() {
                return super.value() + extra;
            }
        };
        System.out.println(special.value() + " " + outer.new Inner(1).value());

        make().size = 10;
        make().size += 5;
        System.out.println(make().size++ + " " + size + " " + made);

        class Counter {
            int left = extra;

            int run() {
                return left-- > 0 ? 1 + run() + new Object() {
                    int peek() {
                        return new Counter().left - extra;
                    }
                }.peek() : 0;
            }
        }
        System.out.println(new Counter().run());
    }
}

/** Which object is the one around: of local classes, in arguments of constructors, behind private fields. */
class AroundObjects {
    static String made = "";
    final int id;
    public int i = 5;

    AroundObjects(int id) {
        this.id = id;
    }

    /** A local class belongs to the object in whose code it stands, also where a subclass makes it. */
    void locals() {
        class Local {
            int around() {
                return id;
            }
        }
        class Sub extends AroundObjects {
            Sub() {
                super(99);
            }

            void show() {
                System.out.println(new Local().around() + " " + new Local() { }.around());
            }
        }
        new Sub().show();
    }

    class Inner {
        Inner() {
            made += id;
        }
    }

    /** The object around is there before `this(…)` and `super(…)`. */
    class Producer {
        final Object product;

        Producer() {
            this(Inner::new);
        }

        Producer(int x) {
            this(() -> new Inner());
        }

        Producer(String s) {
            this(() -> AroundObjects.this.new Inner());
        }

        Producer(Supplier<Object> supplier) {
            product = supplier.get();
        }
    }

    static class Holder {
        final Object held;

        Holder(Object held) {
            this.held = held;
        }
    }

    class Outside extends Holder {
        Outside() {
            super(new Object() {
                final int sum = id + i;

                @Override
                public String toString() {
                    return "held " + sum;
                }
            });
        }
    }

    /** The private `i` of a superclass is not inherited: the one around is meant. */
    class One extends AroundObjects {
        private Object i;

        One() {
            super(1);
        }
    }

    class Two extends One {
        int j = i;
        int k = ((AroundObjects) this).i;
        Object l = super.i;
    }

    public static void main(String[] args) {
        AroundObjects outer = new AroundObjects(7);
        outer.locals();
        outer.new Producer();
        outer.new Producer(0);
        outer.new Producer("");
        System.out.println(made);
        System.out.println(outer.new Outside().held);
        outer.i = 6;
        Two two = outer.new Two();
        System.out.println(two.j + " " + two.k + " " + two.l);
    }
}

/** Objects that are used where they are, while arguments and values are computed that may fail, or may replace them. */
class HeldObjects {
    static class Point {
        double x, y;

        Point(double x, double y) {
            this.x = x;
            this.y = y;
        }

        void difference(Point a, Point b) {
            x = a.x - b.x;
            y = a.y - b.y;
        }

        Point swapped(Shape shape, Point with) {
            shape.center = with;
            return this;
        }

        public String toString() {
            return "(" + x + ", " + y + ")";
        }
    }

    static class Shape {
        Point center, work;
        Shape next;
        Point[] corners = {new Point(1, 2), null};

        Shape(Point center) {
            this.center = center;
        }

        void measure(Shape other, int i) {
            work.difference(center, other.center);
            work.difference(corners[i], other.corners[0]);
        }

        Point replaced() {
            Point old = center;
            center = new Point(old.x + 1, old.y + 1);
            return old;
        }
    }

    Shape shape;
    static Shape last;

    void copy(Shape from) {
        shape.center = from.center;
        shape.next.center = from.work;
        shape.center.x = from.center.y;
        shape.next = from.next;
        shape.corners[0].x = shape.replaced().x;
        shape.center.y = shape.replaced().y;
    }

    void cut() {
        // The object that is written to is let go by what is written.
        shape.next.next = shape.next = null;
        last.next.next = null;
        last = last.next;
        last.center = last.replaced();
    }

    static void attempt(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what);
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        Shape a = new Shape(new Point(5, 6)), b = new Shape(new Point(1, 1));
        attempt("no work", () -> a.measure(b, 0));
        a.work = new Point(0, 0);
        attempt("measured", () -> a.measure(b, 0));
        System.out.println(a.work);
        attempt("no corner", () -> a.measure(b, 1));
        attempt("outside", () -> a.measure(b, 2));
        attempt("no other", () -> a.measure(null, 0));
        System.out.println(a.work);

        HeldObjects o = new HeldObjects();
        attempt("no shape", () -> o.copy(b));
        o.shape = a;
        attempt("no next", () -> o.copy(b));
        a.next = new Shape(null);
        b.next = b;
        attempt("copied", () -> o.copy(b));
        System.out.println(a.center + " " + a.corners[0] + " " + (a.next == b) + " " + b.center);
        System.out.println(a.center.swapped(a, new Point(7, 7)) + " " + a.center);
        last = new Shape(new Point(8, 8));
        last.next = new Shape(new Point(9, 9));
        last.next.next = new Shape(new Point(0, 0));
        attempt("cut", () -> o.cut());
        System.out.println(a.next + " " + last.center + " " + last.next);
    }
}
