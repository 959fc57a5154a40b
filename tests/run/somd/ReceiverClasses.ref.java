import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;

/** Template methods, strategies and functions whose class only the run tells, in parallel loops. */
public class ReceiverClasses {
    abstract static class Rule {
        double weight = 2;
        abstract double f(double x);
        double twice(double x) { return 2 * f(x) + weight; }
        void apply(double[] a) {
            for (int i = 0; i < a.length; i++) a[i] = f(a[i]);
        }
        void applyTwice(double[] a) {
            for (int i = 0; i < a.length; i++) a[i] = twice(a[i]);
        }
        long count(double[] a) {
            long n = 0;
            for (int i = 0; i < a.length; i++) if (f(a[i]) > 3) n++;
            return n;
        }
    }
    static class Square extends Rule {
        double k;
        Square(double k) { this.k = k; }
        double f(double x) { return x * x * k; }
    }
    static class Shifted extends Square {
        final double[] by = {1, 2, 3};
        Shifted(double k) { super(k); weight = 0.5; }
        @Override double f(double x) { return super.f(x) + by[(int) x % 3]; }
    }
    static class Half extends Rule {
        double f(double x) { return x / 2; }
        @Override double twice(double x) { return f(x); }
    }

    interface Kernel { int at(int x, int y); }
    record Line(int a, int b) implements Kernel { public int at(int x, int y) { return a * x + b * y; } }
    static class Table implements Kernel {
        int[][] t = {{1, 2}, {3, 4}};
        public int at(int x, int y) { return t[x & 1][y & 1]; }
    }
    enum Fixed implements Kernel {
        ONE { public int at(int x, int y) { return 1; } },
        SUM { public int at(int x, int y) { return x + y; } }
    }

    final DoubleUnaryOperator g;
    Kernel kernel = new Line(1, 2);
    ReceiverClasses(DoubleUnaryOperator g) { this.g = g; }

    void field(double[] a) {
        for (int i = 0; i < a.length; i++) a[i] = g.applyAsDouble(a[i]);
    }
    static void rule(double[] a, Rule r) {
        for (int i = 0; i < a.length; i++) a[i] = r.twice(a[i]) + r.weight;
    }
    static void two(double[] a, Rule r, Rule s) {
        for (int i = 0; i < a.length; i++) a[i] = r.f(a[i]) + s.f(i);
    }
    static int through(Kernel k, int x, int y) { return k.at(x, y) * 10; }
    static void kernel(int[] a, int w, Kernel k) {
        for (int y = 0; y < a.length / w; y++)
            for (int x = 0; x < w; x++) a[y * w + x] = k.at(x, y) + through(k, y, x);
    }
    void ownKernel(int[] a) {
        for (int i = 0; i < a.length; i++) a[i] += kernel.at(i, 1);
    }
    static void any(double[] a, DoubleUnaryOperator f) {
        for (int i = 0; i < a.length; i++) a[i] = f.applyAsDouble(a[i]);
    }
    static void boxed(double[] a, Function<Double, Double> f) {
        for (int i = 0; i < a.length; i++) a[i] = f.apply(a[i]);
    }
    static int folded(int[] a, IntBinaryOperator f) {
        int s = 0;
        for (int i = 0; i < a.length; i++) s += f.applyAsInt(a[i], i);
        return s;
    }

    static void say(String what, double[] a) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += a[i] * (i % 7 + 1);
        System.out.println(what + " " + sum + (a.length <= 4 ? " " + Arrays.toString(a) : ""));
    }
    static double[] numbers(int n) {
        double[] a = new double[n];
        for (int i = 0; i < n; i++) a[i] = i % 10 * 0.25;
        return a;
    }

    public static void main(String[] args) {
        double k = args.length + 2;
        Rule[] rules = {new Square(3), new Shifted(1), new Half()};
        DoubleUnaryOperator[] functions = {x -> x + 1, x -> x * k, Math::sqrt};
        for (int n : new int[] {0, 1, 4, 3000}) {
            double[] a = numbers(n);
            for (Rule r : rules) {
                r.apply(a);
                say("apply", a);
                r.applyTwice(a);
                say("applyTwice", a);
                System.out.println("count " + r.count(a));
                a = numbers(n);
                rule(a, r);
                say("rule", a);
                a = numbers(n);
                two(a, r, new Half());
                say("two", a);
                a = numbers(n);
            }
            for (DoubleUnaryOperator f : functions) {
                any(a, f);
                new ReceiverClasses(f).field(a);
                say("functions", a);
            }
            int[] b = new int[n];
            Kernel[] kernels = {new Line(3, 4), new Table(), Fixed.ONE, Fixed.SUM, (x, y) -> x * y};
            for (Kernel of : kernels) {
                kernel(b, 4, of);
                System.out.println("kernel " + Arrays.hashCode(b));
                ReceiverClasses o = new ReceiverClasses(null);
                o.kernel = of;
                o.ownKernel(b);
                System.out.println("ownKernel " + Arrays.hashCode(b));
            }
            Function<Double, Double> h = n > 1 ? x -> x + k : x -> x * 3;
            boxed(a, h);
            say("boxed", a);
            IntBinaryOperator sum = n > 1 ? (x, y) -> x + y : (x, y) -> x ^ y;
            System.out.println("folded " + folded(b, sum));
        }
        double[] none = {};
        rule(none, null);
        any(none, null);
        try {
            rule(new double[2], null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        try {
            new ReceiverClasses(null).field(new double[1]);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
