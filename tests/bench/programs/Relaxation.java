/** Red and black relaxation of a grid that an object holds, in a cube of rows. */
public class Relaxation {
    static final int WARM_UP = 8;
    static final int N = 48;
    final double[][][] cube;
    final double[][] plane;
    double omega = 1.1;
    int size;

    Relaxation(int n) {
        size = n;
        cube = new double[n][n][n];
        plane = new double[n][n];
    }

    void fill() {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                plane[i][j] = (i * 13 + j * 7) % 17;
                for (int k = 0; k < size; k++) {
                    cube[i][j][k] = (i * 31 + j * 17 + k * 5) % 100;
                }
            }
        }
    }

    void smooth(int rounds) {
        double sixth = omega / 6.0;
        for (int r = 0; r < rounds; r++) {
            for (int i = 1; i < size - 1; i++) {
                for (int j = 1; j < size - 1; j++) {
                    for (int k = 1; k < size - 1; k++) {
                        cube[i][j][k] = (1 - omega) * cube[i][j][k]
                                + sixth * (cube[i - 1][j][k] + cube[i + 1][j][k] + cube[i][j - 1][k] + cube[i][j + 1][k]
                                + cube[i][j][k - 1] + cube[i][j][k + 1]);
                    }
                }
            }
            for (int i = 1; i < size - 1; i++) {
                for (int j = 1 + i % 2; j < size - 1; j += 2) {
                    plane[i][j] = 0.25 * (plane[i - 1][j] + plane[i + 1][j] + plane[i][j - 1] + plane[i][j + 1]);
                }
            }
        }
    }

    double total() {
        double s = 0;
        for (double[][] p : cube) {
            for (double[] row : p) {
                for (double d : row) {
                    s += d;
                }
            }
        }
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
                s += plane[i][j];
            }
        }
        return s;
    }

    static long work() {
        Relaxation r = new Relaxation(N);
        r.fill();
        r.smooth(10);
        return (long) (r.total() * 1000);
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
