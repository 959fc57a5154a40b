/** Iterates z = z^2 + c: arithmetic without memory. */
public class Mandelbrot {
    static final int WARM_UP = 5;
    static long work() {
        int size = 300;
        long total = 0;
        for (int py = 0; py < size; py++) {
            for (int px = 0; px < size; px++) {
                double cx = px * 3.0 / size - 2.0;
                double cy = py * 2.0 / size - 1.0;
                double x = 0;
                double y = 0;
                int n = 0;
                while (x * x + y * y <= 4.0 && n < 200) {
                    double t = x * x - y * y + cx;
                    y = 2 * x * y + cy;
                    x = t;
                    n++;
                }
                total += n;
            }
        }
        return total;
    }

    public static void main(String[] args) {
        for (int i = 0; i < WARM_UP; i++) {
            work();
        }
        long[] times = new long[7];
        long check = 0;
        for (int i = 0; i < times.length; i++) {
            long start = System.nanoTime();
            check = work();
            times[i] = System.nanoTime() - start;
        }
        java.util.Arrays.sort(times);
        System.out.println("check " + check);
        System.out.println("median " + times[3]);
    }
}
