import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Objects that only one method knows, and objects that look so but are kept: by fields, arrays, lambdas, results, exceptions. */
public class ShortLivedObjects {
    static class Vec {
        static int made;
        final double x, y;
        Vec next;

        Vec(double x, double y) {
            this.x = x;
            this.y = y;
            made++;
        }

        Vec plus(Vec o) {
            return new Vec(x + o.x, y + o.y);
        }

        Vec flipped(boolean both) {
            return both ? new Vec(-x, -y) : new Vec(-x, y);
        }

        Vec orNull(boolean some) {
            return some ? plus(this) : null;
        }

        Vec self() {
            return this;
        }

        Vec chain(int depth) {
            if (depth == 0) {
                return new Vec(x, y);
            }
            Vec further = chain(depth - 1);
            return further.plus(this);
        }

        boolean is(Vec o) {
            return this == o;
        }

        double dot(Vec o) {
            return x * o.x + y * o.y;
        }

        void keepIn(List<Vec> list) {
            list.add(this);
        }

        @Override
        public String toString() {
            return "(" + x + ", " + y + ")";
        }
    }

    static class Counter {
        int n;
        final int[] seen = new int[4];
        Vec last;

        int step() {
            seen[n & 3] += n;
            return n++;
        }

        void see(Vec v) {
            last = v;
        }
    }

    static class Loud extends Counter {
        Loud() {
            registered = this;
        }

        @Override
        int step() {
            return 10 * super.step();
        }
    }

    interface Shape {
        double area();
    }

    static class Square implements Shape {
        final double side;

        Square(double side) {
            this.side = side;
        }

        public double area() {
            return side * side;
        }
    }

    static class Disc implements Shape {
        final double r;

        Disc(double r) {
            this.r = r;
        }

        public double area() {
            return 3 * r * r;
        }
    }

    static class Cursor {
        final int[] data;
        int at;

        Cursor(int[] data) {
            this.data = data;
        }

        boolean more() {
            return at < data.length;
        }

        int take() {
            return data[at++];
        }
    }

    static class Refused extends RuntimeException {
        final int code;

        Refused(int code) {
            super("refused " + code);
            this.code = code;
        }
    }

    static Counter registered;
    static Vec kept;

    static double areas(Shape a, Shape b) {
        return a.area() + b.area();
    }

    static Vec keep(Vec v) {
        kept = v;
        return v;
    }

    static Vec firstOf(int n) {
        for (int i = 0; i < n; i++) {
            if (i * i > 50) {
                return new Vec(i, n);
            }
        }
        return new Vec(-1, n);
    }

    static Vec checked(int n) {
        if (n < 0) {
            throw new Refused(n);
        }
        return new Vec(n, n);
    }

    static double side(StringBuilder log, String name, double v) {
        log.append(name);
        return v;
    }

    public static void main(String[] args) {
        Vec at = new Vec(0, 0);
        Vec step = new Vec(0.5, 2);
        double sum = 0;
        for (int i = 0; i < 10; i++) {
            at = at.plus(step.plus(new Vec(i, 1)));
            sum += at.dot(step) + at.flipped(i % 2 == 0).x;
        }
        System.out.println(at.x + " " + at.y + " " + sum + " " + Vec.made);
        System.out.println(at.is(at) + " " + at.is(step) + " " + (at == step) + " " + (at != null) + " " + at.self().is(at));

        // Kept by others.
        List<Vec> list = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Vec v = new Vec(i, i);
            v.keepIn(list);
            Vec w = new Vec(i, -i);
            Counter c = new Counter();
            c.see(w);
            list.add(c.last);
            w.next = v;
        }
        System.out.println(list + " " + list.get(1).next.x);
        Vec shared = new Vec(7, 7);
        Vec alias = shared;
        alias.next = alias;
        System.out.println(shared.next == shared);
        shared.next = null;
        Vec[] array = {new Vec(1, 2), step.plus(step)};
        Vec captured = new Vec(3, 4);
        IntSupplier later = () -> (int) captured.dot(array[1]);
        System.out.println(later.getAsInt() + " " + keep(new Vec(8, 9)) + " " + kept.plus(kept));

        // Mutated where it lies.
        Counter counter = new Counter();
        int total = 0;
        while (counter.step() < 9) {
            total += counter.n * counter.seen[counter.n & 3];
        }
        counter.n += 5;
        counter.n++;
        System.out.println(total + " " + counter.n + " " + counter.seen[1] + " " + counter.seen.length + " " + (counter.last == null));
        Loud loud = new Loud();
        loud.step();
        System.out.println(loud.step() + " " + registered.n + " " + (registered == loud));
        Cursor cursor = new Cursor(new int[] {3, 1, 4, 1, 5});
        int digits = 0;
        while (cursor.more()) {
            digits = digits * 10 + cursor.take();
        }
        System.out.println(digits);

        // Through interfaces, and in tests.
        System.out.println(areas(new Square(2), new Disc(1)) + " " + areas(new Disc(2), new Square(0.5)));
        Square square = new Square(3);
        Object unknown = square;
        System.out.println((unknown instanceof Shape) + " " + square.area() + " " + (square instanceof Shape));

        // Evaluated in order, once.
        StringBuilder log = new StringBuilder();
        double d = new Vec(side(log, "a", 1), side(log, "b", 2)).plus(new Vec(side(log, "c", 3), side(log, "d", 4))).dot(
                firstOf((int) side(log, "e", 9)));
        System.out.println(log + " " + d + " " + firstOf(3).x + " " + step.chain(6).y);

        // Null, and thrown.
        System.out.println(step.orNull(true) + " " + step.orNull(false));
        try {
            System.out.println(step.orNull(false).dot(step));
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        int codes = 0;
        for (int i = 3; i > -3; i--) {
            Vec v = new Vec(i, 0);
            try {
                v = checked(i).plus(v);
                codes += (int) v.x;
            } catch (Refused e) {
                codes += 100 * e.code + (int) v.x;
            } finally {
                v = new Vec(v.x, 1);
                codes += (int) v.y;
            }
        }
        Refused unthrown = new Refused(5);
        System.out.println(codes + " " + unthrown.code + " " + unthrown.getMessage());
        try {
            step.plus(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }
}
