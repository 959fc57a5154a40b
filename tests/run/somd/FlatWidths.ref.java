/** Matrices laid flat with a width of their own: rows that end before the next one begins, and rows that reach into it. */
public class FlatWidths {
    static void byColumns(int m, int n, double[] c, int ld, double by) {
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                c[i + j * ld] = c[i + j * ld] * by + i - 2 * j;
            }
        }
    }

    static void cube(long[] c, int nx, int ny, int from, int toX, int toY, int toZ) {
        for (int x = from; x < toX; x++) {
            for (int y = from; y < toY; y++) {
                for (int z = from; z < toZ; z++) {
                    c[x + nx * (y + ny * z)] = c[x + nx * (y + ny * z)] * 3 + x - y + z;
                }
            }
        }
    }

    /** What is left below and beside a pivot, in a matrix whose rows are `width` apart. */
    static void eliminate(float[] a, int width, int at, int n) {
        for (int i = at + 1; i < n; i++) {
            for (int j = at + 1; j < n; j++) {
                a[i * width + j] -= a[i * width + at] * a[at * width + j];
            }
        }
    }

    /** Blocks of 8 columns, each within the rows `from` to `to`. */
    static void blocks(int[] a, int width, int offset, int count, int from, int to) {
        for (int b = 0; b < count; b++) {
            int first = offset + (b + 1) * 8;
            for (int j = 0; j < 8; j++) {
                for (int i = from; i < to; i++) {
                    a[(offset + i) * width + first + j] += a[(offset + from) * width + first + j] * 3 + i;
                }
            }
        }
    }

    static int hash(double[] a) {
        int h = 1;
        for (double x : a) {
            h = h * 31 + Double.hashCode(x);
        }
        return h;
    }

    static void columns(int m, int n, int length, int ld) {
        double[] c = new double[length];
        for (int i = 0; i < length; i++) {
            c[i] = i % 7;
        }
        String end = "";
        try {
            byColumns(m, n, c, ld, 1.25);
        } catch (ArrayIndexOutOfBoundsException e) {
            end = " " + e.getMessage();
        }
        System.out.println("columns " + m + " " + n + " " + ld + ": " + (end.isEmpty() ? hash(c) : 0) + end);
    }

    static void cubes(int nx, int ny, int from, int toX, int toY, int toZ) {
        long[] c = new long[Math.max(0, nx * ny * toZ + nx * toY + toX)];
        cube(c, nx, ny, from, toX, toY, toZ);
        System.out.println("cube " + nx + " " + ny + " " + toX + " " + toY + ": " + java.util.Arrays.hashCode(c));
    }

    static void eliminations(int width, int n) {
        float[] a = new float[n * width + n];
        for (int i = 0; i < a.length; i++) {
            a[i] = i % 11 / 8f;
        }
        for (int at = 0; at < 4; at++) {
            eliminate(a, width, at, n);
        }
        System.out.println("eliminated " + width + " " + n + ": " + java.util.Arrays.hashCode(a));
    }

    static void inBlocks(int width, int offset, int count) {
        int[] a = new int[(offset + 24) * Math.max(width, 8) + 8 * count + 64];
        for (int i = 0; i < a.length; i++) {
            a[i] = i % 13;
        }
        blocks(a, width, offset, count, 2, 20);
        System.out.println("blocks " + width + " " + count + ": " + java.util.Arrays.hashCode(a));
    }

    public static void main(String[] args) {
        columns(5, 4, 40, 5);
        columns(5, 4, 40, 8);
        columns(5, 4, 40, 3);
        columns(4, 5, 40, 0);
        columns(0, 5, 40, 5);
        columns(5, 0, 40, 5);
        columns(1, 1, 1, 0);
        columns(5, 4, 20, 6);
        columns(300, 200, 300 * 200, 300);
        columns(300, 200, 300 * 200 + 300, 299);
        columns(300, 200, 300 * 200 + 300, 1);
        columns(3, 3, 40, 1 << 30);
        cubes(5, 6, 1, 5, 6, 7);
        cubes(5, 6, 1, 6, 6, 7);
        cubes(5, 6, 1, 5, 7, 7);
        cubes(60, 50, 1, 60, 50, 40);
        cubes(60, 50, 0, 61, 50, 40);
        cubes(60, 50, 0, 60, 51, 40);
        eliminations(20, 20);
        eliminations(20, 18);
        eliminations(17, 20);
        eliminations(200, 200);
        eliminations(190, 200);
        inBlocks(80, 3, 8);
        inBlocks(40, 3, 8);
        inBlocks(9000, 3, 1000);
        inBlocks(70, 3, 1000);
    }
}
