/** Objects that are used where they are, while arguments and values are computed that may fail, or may replace them. */
public class HeldObjects {
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
