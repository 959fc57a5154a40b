import java.util.Arrays;
import java.util.stream.IntStream;

/** Parallel streams as public Java writes them, timed: the lines of docs/src/streams.md. Milliseconds of five rounds. */
public class Streams {
    static boolean isPrime(int n) {
        if (n < 2) return false;
        return IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0);
    }

    static void product(float[] out, float[] x, float[] w, int n, int d) {
        IntStream.range(0, d).parallel().forEach(i -> {
            float val = 0f;
            int in = i * n;
            for (int j = 0; j < n; j++) val += w[in + j] * x[j];
            out[i] = val;
        });
    }

    static double pi(int steps) {
        double h = 1.0 / steps;
        return h * IntStream.range(0, steps).parallel().mapToDouble(i -> {
            double x = (i + 0.5) * h;
            return 4 / (1 + x * x);
        }).sum();
    }

    static int iterations(double cr, double ci) {
        double x = 0, y = 0;
        int k = 0;
        while (k < 1000 && x * x + y * y <= 4) {
            double t = x * x - y * y + cr;
            y = 2 * x * y + ci;
            x = t;
            k++;
        }
        return k;
    }

    public static void main(String[] args) {
        int n = 4096, size = 1024;
        float[] x = new float[n], w = new float[n * n], out = new float[n];
        for (int i = 0; i < x.length; i++) x[i] = i * .001f;
        for (int i = 0; i < w.length; i++) w[i] = i % 101 * .01f;
        int[] image = new int[size * size], a = new int[1 << 24];
        for (int i = 0; i < a.length; i++) a[i] = i * 31 % 1009;
        for (int round = 0; round < 5; round++) {
            long t0 = System.nanoTime();
            long primes = IntStream.rangeClosed(1, 3_000_000).parallel().filter(Streams::isPrime).count();
            long t1 = System.nanoTime();
            product(out, x, w, n, n);
            long t2 = System.nanoTime();
            double p = pi(50_000_000);
            long t3 = System.nanoTime();
            IntStream.range(0, size).parallel().forEach(row -> {
                for (int c = 0; c < size; c++) image[row * size + c] = iterations(-2 + c * 3.0 / size, -1.5 + row * 3.0 / size);
            });
            long t4 = System.nanoTime();
            long squares = Arrays.stream(a).parallel().filter(v -> v % 3 != 0).mapToLong(v -> (long) v * v).sum();
            long t5 = System.nanoTime();
            System.out.println(primes + " " + out[7] + " " + (Math.abs(p - Math.PI) < 1e-9) + " " + image[500000] + " " + squares
                + ": primes " + ms(t1 - t0) + ", product " + ms(t2 - t1) + ", pi " + ms(t3 - t2) + ", mandelbrot " + ms(t4 - t3) + ", squares " + ms(t5 - t4));
        }
    }

    static double ms(long nanos) {
        return nanos / 1000 / 1000.0;
    }
}
