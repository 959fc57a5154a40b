import java.util.Random;

/**
 * Nanoseconds for a call of each of Math's functions: of calls that do not wait for each other, and, in brackets, of calls that do; the least of 25 runs.
 * Each function has loops of its own: one loop that is handed a function would be compiled once for all of them.
 *
 *     somdc run tests/bench/ulp/Calls.java        java tests/bench/ulp/Calls.java
 */
public class Calls {
    static final int N = 4096, RUNS = 25;
    static double sink;

    static double sin(double[] x, double[] y) {
        double s = 0;
        for (int i = 0; i < N; i++) { double a = x[i]; s = s * 0.5 + Math.sin(a); }
        return s;
    }

    static double sinInTurn(double[] x, double[] y) {
        double s = 0;
        for (int i = 0; i < N; i++) { double a = x[i] + 0.0 * s; s = Math.sin(a); }
        return s;
    }

    static double cos(double[] x, double[] y) {
        double s = 0;
        for (int i = 0; i < N; i++) { double a = x[i]; s = s * 0.5 + Math.cos(a); }
        return s;
    }

    static double cosInTurn(double[] x, double[] y) {
        double s = 0;
        for (int i = 0; i < N; i++) { double a = x[i] + 0.0 * s; s = Math.cos(a); }
        return s;
    }

    static double tan(double[] x, double[] y) {
        double s = 0;
        for (int i = 0; i < N; i++) { double a = x[i]; s = s * 0.5 + Math.tan(a); }
        return s;
    }

    static double tanInTurn(double[] x, double[] y) {
        double s = 0;
        for (int i = 0; i < N; i++) { double a = x[i] + 0.0 * s; s = Math.tan(a); }
        return s;
    }

    static double exp(double[] x, double[] y) {
        double s = 0;
        for (int i = 0; i < N; i++) { double a = x[i]; s = s * 0.5 + Math.exp(a); }
        return s;
    }

    static double expInTurn(double[] x, double[] y) {
        double s = 0;
        for (int i = 0; i < N; i++) { double a = x[i] + 0.0 * s; s = Math.exp(a); }
        return s;
    }

    static double log(double[] x, double[] y) {
        double s = 0;
        for (int i = 0; i < N; i++) { double a = x[i]; s = s * 0.5 + Math.log(a); }
        return s;
    }

    static double logInTurn(double[] x, double[] y) {
        double s = 0;
        for (int i = 0; i < N; i++) { double a = x[i] + 0.0 * s; s = Math.log(a); }
        return s;
    }

    static double log10(double[] x, double[] y) {
        double s = 0;
        for (int i = 0; i < N; i++) { double a = x[i]; s = s * 0.5 + Math.log10(a); }
        return s;
    }

    static double log10InTurn(double[] x, double[] y) {
        double s = 0;
        for (int i = 0; i < N; i++) { double a = x[i] + 0.0 * s; s = Math.log10(a); }
        return s;
    }

    static double pow(double[] x, double[] y) {
        double s = 0;
        for (int i = 0; i < N; i++) { double a = x[i]; s = s * 0.5 + Math.pow(a, y[i]); }
        return s;
    }

    static double powInTurn(double[] x, double[] y) {
        double s = 0;
        for (int i = 0; i < N; i++) { double a = x[i] + 0.0 * s; s = Math.pow(a, y[i]); }
        return s;
    }

    static double[] random(Random random, double from, double to) {
        double[] x = new double[N];
        for (int i = 0; i < N; i++) x[i] = from + random.nextDouble() * (to - from);
        return x;
    }

    static void print(String name, long apart, long inTurn) {
        System.out.printf("%-6s %6.1f (%.1f)%n", name, apart / (100.0 * N), inTurn / (100.0 * N));
    }

    public static void main(String[] args) {
        Random random = new Random(1);
        double[] y = random(random, -10, 10), x;
        long t, apart, inTurn;
        x = random(random, -10, 10);
        apart = inTurn = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            t = System.nanoTime();
            for (int k = 0; k < 100; k++) sink += sin(x, y);
            apart = Math.min(apart, System.nanoTime() - t);
            t = System.nanoTime();
            for (int k = 0; k < 100; k++) sink += sinInTurn(x, y);
            inTurn = Math.min(inTurn, System.nanoTime() - t);
        }
        print("sin", apart, inTurn);
        x = random(random, -10, 10);
        apart = inTurn = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            t = System.nanoTime();
            for (int k = 0; k < 100; k++) sink += cos(x, y);
            apart = Math.min(apart, System.nanoTime() - t);
            t = System.nanoTime();
            for (int k = 0; k < 100; k++) sink += cosInTurn(x, y);
            inTurn = Math.min(inTurn, System.nanoTime() - t);
        }
        print("cos", apart, inTurn);
        x = random(random, -10, 10);
        apart = inTurn = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            t = System.nanoTime();
            for (int k = 0; k < 100; k++) sink += tan(x, y);
            apart = Math.min(apart, System.nanoTime() - t);
            t = System.nanoTime();
            for (int k = 0; k < 100; k++) sink += tanInTurn(x, y);
            inTurn = Math.min(inTurn, System.nanoTime() - t);
        }
        print("tan", apart, inTurn);
        x = random(random, -10, 10);
        apart = inTurn = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            t = System.nanoTime();
            for (int k = 0; k < 100; k++) sink += exp(x, y);
            apart = Math.min(apart, System.nanoTime() - t);
            t = System.nanoTime();
            for (int k = 0; k < 100; k++) sink += expInTurn(x, y);
            inTurn = Math.min(inTurn, System.nanoTime() - t);
        }
        print("exp", apart, inTurn);
        x = random(random, 0.01, 100);
        apart = inTurn = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            t = System.nanoTime();
            for (int k = 0; k < 100; k++) sink += log(x, y);
            apart = Math.min(apart, System.nanoTime() - t);
            t = System.nanoTime();
            for (int k = 0; k < 100; k++) sink += logInTurn(x, y);
            inTurn = Math.min(inTurn, System.nanoTime() - t);
        }
        print("log", apart, inTurn);
        x = random(random, 0.01, 100);
        apart = inTurn = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            t = System.nanoTime();
            for (int k = 0; k < 100; k++) sink += log10(x, y);
            apart = Math.min(apart, System.nanoTime() - t);
            t = System.nanoTime();
            for (int k = 0; k < 100; k++) sink += log10InTurn(x, y);
            inTurn = Math.min(inTurn, System.nanoTime() - t);
        }
        print("log10", apart, inTurn);
        x = random(random, 0.01, 10);
        apart = inTurn = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            t = System.nanoTime();
            for (int k = 0; k < 100; k++) sink += pow(x, y);
            apart = Math.min(apart, System.nanoTime() - t);
            t = System.nanoTime();
            for (int k = 0; k < 100; k++) sink += powInTurn(x, y);
            inTurn = Math.min(inTurn, System.nanoTime() - t);
        }
        print("pow", apart, inTurn);
        if (sink == 1) System.out.println(sink);
    }
}
