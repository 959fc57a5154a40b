import java.util.*;

/** The same objects, called one after the other for each item. */
public class TaskStateful {
    static final double[] COEFFICIENTS = { 0.25, 0.5, 0.25, -0.125 };
    record Sample(long n, double v, String tag) { }
    enum Kind { EVEN, ODD }

    static class Fir {
        final double[] k, line;
        int at;
        Fir(double... k) { this.k = k.clone(); line = new double[k.length]; }
        double next(double x) {
            line[at] = x;
            double s = 0;
            for (int i = 0; i < k.length; i++) s += k[i] * line[(at + k.length - i) % k.length];
            at = (at + 1) % k.length;
            // Work that an item is worth a thread for.
            for (int i = 0; i < 400; i++) s = s * 0.999 + COEFFICIENTS[i & 3] / (i + 1);
            return s;
        }
    }
    static class Integrator {
        double sum, last;
        final double[][] history = new double[8][4];
        final ArrayDeque<Double> recent = new ArrayDeque<>();
        final HashMap<String, Integer> seen = new HashMap<>();
        final StringBuilder text = new StringBuilder();
        int n;
        Sample add(double x) {
            sum += x;
            recent.add(x);
            if (recent.size() > 5) last = recent.remove();
            history[n % 8][n % 4] += x;
            String tag = "t" + n % 7;
            seen.merge(tag, 1, (a, b) -> a + b);
            if (text.length() > 40) text.setLength(0);
            text.append(tag);
            n++;
            double h = 0;
            for (int k = 0; k < 20; k++) for (double[] row : history) for (double v : row) h += v;
            int times = seen.get(tag);
            return new Sample(n, sum + last + h, text + "/" + times);
        }
    }
    /** Gives what it was given last, so an item is known to it and to what is behind it. */
    static class Hold {
        Sample held = new Sample(0, 0, "none");
        Kind kind = Kind.EVEN;
        int changes;
        Sample swap(Sample s) {
            Sample out = held;
            held = s;
            kind = kind == Kind.EVEN ? Kind.ODD : Kind.EVEN;
            if (kind == Kind.ODD) changes++;
            double v = out.v();
            for (int i = 0; i < 300; i++) v = v * 0.5 + i;
            return new Sample(out.n() + changes, v, out.tag());
        }
    }
    static class Stops {
        final int last; int n;
        Stops(int last) { this.last = last; }
        Sample pass(Sample s) {
            double w = 0;
            for (int i = 0; i < 500; i++) w += Math.sqrt(s.n() + i);
            if (++n == last) throw new End();
            if (n > 100000) throw new IllegalStateException("never " + w);
            return s;
        }
    }
    static class Fails {
        int n;
        Sample pass(Sample s) {
            double w = 0;
            for (int i = 0; i < 500; i++) w += Math.sqrt(s.n() + i);
            if (++n == 700) throw new IllegalStateException("at " + n + " " + s.tag() + (w < 0 ? "!" : ""));
            return s;
        }
    }
    static double shift(double x) { return x * 2 - 1; }
    static Sample mark(Sample s) { return new Sample(s.n(), s.v() / 3, s.tag() + "!"); }

    static class End extends RuntimeException { }

    static double source(int i) { return (i * 37 % 101) / 8.0 - 5; }
    static long hash;
    static int count;
    static Sample last = new Sample(0, 0, "");
    static void put(Sample s) {
        count++;
        hash = hash * 31 + Double.doubleToLongBits(s.v()) + s.tag().hashCode() + s.n();
        last = s;
    }
    static void show(String what) {
        System.out.println(what + ": " + (count == 0 ? "nothing" : count + " " + hash + " " + last.tag()));
        count = 0;
        hash = 0;
    }

    public static void main(String[] args) {
        for (int n : new int[] { 0, 1, 2, 3000 }) {
            Fir fir = new Fir(COEFFICIENTS);
            Integrator integrator = new Integrator();
            Hold hold = new Hold();
            for (int i = 0; i < n; i++) put(hold.swap(mark(integrator.add(fir.next(shift(source(i)))))));
            show("chain of " + n);
        }
        Fir fir = new Fir(1, -1);
        Integrator integrator = new Integrator();
        Hold hold = new Hold();
        for (int i = 0; i < 1500; i++) put(hold.swap(integrator.add(fir.next(source(i)))));
        show("pieces");
        for (int i = 0; i < 1500; i++) put(hold.swap(integrator.add(shift(source(i)))));
        show("again");
        Fir one = new Fir(COEFFICIENTS), two = new Fir(2);
        for (int i = 0; i < 1000; i++) {
            double x = source(i), a = one.next(x), b = two.next(x);
            put(new Sample(i, a - b, a < b ? "less" : "more"));
        }
        show("both");
        integrator = new Integrator();
        hold = new Hold();
        Stops stops = new Stops(1200);
        try {
            for (int i = 0; i < 2000; i++) put(hold.swap(stops.pass(integrator.add(source(i)))));
        } catch (End e) {
            // The stream ends.
        }
        show("stops");
        integrator = new Integrator();
        hold = new Hold();
        Fails fails = new Fails();
        try {
            for (int i = 0; i < 2000; i++) put(hold.swap(fails.pass(integrator.add(source(i)))));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        show("fails");
        Fir twice = new Fir(1, 2, 3);
        integrator = new Integrator();
        for (int i = 0; i < 600; i++) put(integrator.add(twice.next(twice.next(source(i)))));
        show("twice");
    }
}
