/** Small objects made and dropped inside a loop, with methods that return new ones. */
public class Vectors {
    static final int WARM_UP = 8;
    static final class Vec {
        final double x, y, z;

        Vec(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vec plus(Vec o) {
            return new Vec(x + o.x, y + o.y, z + o.z);
        }

        Vec times(double f) {
            return new Vec(x * f, y * f, z * f);
        }

        double dot(Vec o) {
            return x * o.x + y * o.y + z * o.z;
        }
    }

    static long work() {
        Vec at = new Vec(0, 0, 0);
        Vec step = new Vec(0.1, 0.2, 0.3);
        double s = 0;
        for (int i = 0; i < 500000; i++) {
            at = at.plus(step.times(i % 3 - 1));
            s += at.dot(step);
        }
        return (long) (s * 1000);
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
