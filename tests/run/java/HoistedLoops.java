/** Loops whose arrays and checks can be taken out of them: what they throw, and when, stays what it was. */
public class HoistedLoops {
    static int n = 4;
    static int[] shared = {1, 2, 3, 4, 5};
    int[] own = {5, 4, 3, 2, 1};
    int limit = 3;
    double[][] grid = new double[3][4];
    HoistedLoops next;

    interface Code {
        void run();
    }

    static String text(int[] a) {
        return java.util.Arrays.toString(a);
    }

    static void attempt(String what, Code code) {
        try {
            code.run();
            System.out.println(what + ": done");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getName() + ": " + e.getMessage());
        }
    }

    static void fill(int[] a, int from, int to, int value) {
        for (int i = from; i < to; i++) {
            a[i] = value + i;
        }
    }

    static void inclusive(int[] a, int from, int to) {
        for (int i = from; i <= to; i++) {
            a[i] += 100;
        }
    }

    static void down(int[] a, int from, int to) {
        for (int i = from; i >= to; i--) {
            a[i] -= 7;
        }
    }

    static void downBy(int[] a, int from, int to, int step) {
        for (int i = from; i > to; i -= step) {
            a[i] = -i;
        }
    }

    static int stepped(int[] a, int from, int to, int step) {
        int count = 0;
        for (int i = from; i < to; i += step) {
            a[i] = i * 2;
            count++;
            if (count > 20) {
                return -1;
            }
        }
        return count;
    }

    static long shifted(int[] a, int from, int to, int offset) {
        long s = 0;
        for (int i = from; i < to; i++) {
            s = s * 31 + a[i + offset] * 2 + a[offset - 1 + i + 1];
        }
        return s;
    }

    static long flat(int[] a, int rows, int columns) {
        long s = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                s = s * 7 + a[i * columns + j];
                a[i * columns + j] = i - j;
            }
        }
        return s;
    }

    static long twice(int[] a, int m) {
        long s = 0;
        for (int i = 0; i < m; i++) {
            int at = 2 * i;
            int other = at + 1;
            s += a[at] * 3 - a[other];
            a[at] = a[other];
        }
        return s;
    }

    static void reversed(int[] a, int[] b) {
        int m = a.length;
        for (int i = 0; i < m; i++) {
            b[m - 1 - i] = a[i];
        }
    }

    static double sum(double[][] a, int rows, int columns) {
        double s = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                s += a[i][j];
                a[i][j] = s;
            }
        }
        return s;
    }

    static double columns(double[][] a, int rows, int column) {
        double s = 0;
        for (int i = 0; i < rows; i++) {
            s += a[i][column];
            a[i][column] += 1;
            a[i][column] *= 2;
        }
        return s;
    }

    static void wrap(int[] a) {
        int count = 0;
        for (int i = Integer.MAX_VALUE - 2; i <= Integer.MAX_VALUE; i++) {
            if (count++ == 5) {
                System.out.println("still running at " + i);
                break;
            }
            if (i < 0) {
                a[i & 1] = i;
            }
        }
        for (int i = Integer.MAX_VALUE - 1; i > 0; i += 3) {
            a[i - (Integer.MAX_VALUE - 1)] = 9;
        }
        for (int i = Integer.MIN_VALUE + 1; i < 0; i -= 3) {
            a[i - (Integer.MIN_VALUE + 1) + 1] = 8;
        }
    }

    static int find(int[] a, int wanted) {
        for (int i = 0; i < 100; i++) {
            if (a[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    static int neighbours(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                s += a[i - 1];
            }
            if (i + 1 < a.length) {
                s += a[i + 1] * 10;
            }
            s += a[i] * 100;
        }
        return s;
    }

    static int skipping(int[] a, int[] b) {
        int s = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] < 0) {
                continue;
            }
            s += b[i] + a[i];
            if (s > 1000) {
                break;
            }
        }
        return s;
    }

    static void swapRows(int[][] a) {
        for (int i = 0; i + 1 < a.length; i++) {
            int[] row = a[i];
            a[i] = a[i + 1];
            a[i + 1] = row;
            for (int j = 0; j < a[i].length; j++) {
                a[i][j] += i;
                a[i + 1][j] -= i;
            }
        }
    }

    static void reassigned(int[] a, int[] b) {
        for (int i = 0; i < 6; i++) {
            a[i % 3] += i;
            if (i == 3) {
                a = b;
            }
        }
    }

    static void aliased(int[] a, int[] b) {
        for (int i = 1; i < a.length; i++) {
            a[i] = b[i - 1] + 1;
        }
    }

    static int gather(int[] index, int[] values) {
        int s = 0;
        for (int i = 0; i < index.length; i++) {
            values[index[i]] += i;
            s += values[index[i]];
        }
        return s;
    }

    void fields() {
        for (int i = 0; i < limit; i++) {
            own[i] += shared[i + 1];
            shared[i] = own[i] * n;
            grid[1][i] += own[i];
        }
    }

    void changing() {
        for (int i = 0; i < limit; i++) {
            own[i + limit - 3] = i;
            if (i == 1) {
                limit = 4;
            }
        }
    }

    void replaced(int[] other) {
        for (int i = 0; i < 3; i++) {
            own[i] = 70 + i;
            if (i == 1) {
                own = other;
            }
        }
    }

    static int through(HoistedLoops[] all, int k) {
        int s = 0;
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < 2; j++) {
                s += all[i].own[j];
                all[i].next.own[j] = s;
            }
        }
        return s;
    }

    static int whileLoop(int[] a) {
        int i = 0;
        int s = 0;
        while (a[i] != 0) {
            s += a[i++];
        }
        do {
            s += a[--i];
        } while (s < 1000);
        return s;
    }

    static int caught(int[] a, int[] at) {
        int failures = 0;
        for (int i = 0; i < at.length; i++) {
            try {
                a[at[i]]++;
            } catch (ArrayIndexOutOfBoundsException e) {
                failures++;
            }
        }
        return failures;
    }

    static void cube(int[][][] a, int x, int y, int z) {
        for (int i = 0; i < x; i++) {
            for (int j = 0; j < y; j++) {
                for (int k = 0; k < z; k++) {
                    a[i][j][k] += i * 100 + j * 10 + k;
                }
            }
        }
    }

    static int order(int[] a, int[] b, int m) {
        for (int i = 0; i < m; i++) {
            a[i] = b[i] / (3 - i);
        }
        return a[0];
    }

    static void names(String[] a, String[] b, int m) {
        int total = 0;
        for (int i = 0; i < m; i++) {
            total += a[i].length() + b[m - 1 - i].length();
        }
        System.out.println(total);
    }

    public static void main(String[] args) {
        int[] a = new int[8];
        attempt("fill", () -> fill(a, 2, 8, 10));
        System.out.println(text(a));
        attempt("fill too far", () -> fill(a, 5, 12, 50));
        System.out.println(text(a));
        attempt("fill from before", () -> fill(a, -2, 3, 1));
        attempt("fill null", () -> fill(null, 0, 3, 1));
        attempt("fill null, nothing to do", () -> fill(null, 3, 3, 1));
        attempt("inclusive", () -> inclusive(a, 0, 7));
        attempt("inclusive too far", () -> inclusive(a, 6, 8));
        System.out.println(text(a));
        attempt("inclusive to the end of int", () -> inclusive(a, 5, Integer.MAX_VALUE));
        attempt("down", () -> down(a, 7, 0));
        attempt("down too far", () -> down(a, 2, -1));
        attempt("down from beyond", () -> down(a, 9, 3));
        attempt("down to the end of int", () -> down(a, 1, Integer.MIN_VALUE));
        System.out.println(text(a));
        attempt("down by three", () -> downBy(a, 7, -1, 3));
        attempt("down by three too far", () -> downBy(a, 7, -3, 3));
        System.out.println(text(a));
        System.out.println(stepped(a, 1, 8, 2) + " " + stepped(a, 0, 8, 3) + " " + stepped(a, 3, 8, 0) + " " + text(a));
        attempt("stepped too far", () -> stepped(a, 0, 9, 4));
        attempt("step back", () -> stepped(a, 3, 8, -1));
        attempt("step over the end of int", () -> stepped(a, 7, Integer.MAX_VALUE, Integer.MAX_VALUE));
        System.out.println(text(a));
        System.out.println(shifted(a, 0, 4, 3) + " " + shifted(a, -3, 3, 4));
        attempt("shifted", () -> shifted(a, 0, 4, 5));
        attempt("shifted by much", () -> shifted(a, 3, 8, Integer.MAX_VALUE));
        int[] flat = new int[12];
        System.out.println(flat(flat, 3, 4) + " " + flat(flat, 4, 3) + " " + text(flat));
        attempt("flat", () -> flat(flat, 4, 4));
        System.out.println(text(flat));
        attempt("flat with products that wrap", () -> flat(flat, 3, 1 << 31));
        System.out.println(twice(flat, 6) + " " + text(flat));
        attempt("twice", () -> twice(flat, 7));
        int[] b = new int[8];
        reversed(a, b);
        System.out.println(text(b));
        attempt("reversed", () -> reversed(a, new int[5]));
        double[][] grid = new double[3][4];
        double[][] ragged = {{1, 2, 3}, {4}, null, {5, 6}};
        grid[1][2] = 5;
        System.out.println(sum(grid, 3, 4) + " " + sum(grid, 2, 3));
        attempt("a short row", () -> sum(ragged, 4, 3));
        attempt("a null row", () -> sum(ragged, 4, 1));
        attempt("no row", () -> sum(new double[2][2], 3, 2));
        attempt("no matrix", () -> sum(null, 1, 1));
        attempt("no columns", () -> sum(ragged, 4, 0));
        System.out.println(java.util.Arrays.toString(ragged[0]) + java.util.Arrays.toString(ragged[1]));
        System.out.println(columns(grid, 3, 2) + " " + grid[0][2] + " " + grid[2][2]);
        attempt("column of a short row", () -> columns(ragged, 4, 2));
        attempt("column of a null row", () -> columns(ragged, 4, 0));
        attempt("column of nothing", () -> columns(null, 4, 0));
        System.out.println(java.util.Arrays.toString(ragged[0]) + java.util.Arrays.toString(ragged[1]));
        int[] few = new int[3];
        wrap(few);
        System.out.println(text(few));
        System.out.println(find(new int[] {3, 1, 4}, 4));
        attempt("find", () -> find(new int[] {3, 1, 4}, 5));
        System.out.println(neighbours(new int[] {1, 2, 3, 4}) + " " + neighbours(new int[0]));
        System.out.println(skipping(new int[] {1, -1, 500, 600, 7}, new int[] {1, 2, 3, 4}));
        attempt("skipping", () -> skipping(new int[] {1, -1, 5, 6, 7}, new int[] {1, 2, 3, 4}));
        int[][] rows = {{1, 2}, {3, 4}, {5, 6}};
        swapRows(rows);
        System.out.println(text(rows[0]) + text(rows[1]) + text(rows[2]));
        int[][] same = {few, few, few};
        swapRows(same);
        System.out.println(text(few));
        int[] x = {0, 0, 0};
        int[] y = {0, 0, 0};
        reassigned(x, y);
        System.out.println(text(x) + text(y));
        aliased(a, a);
        System.out.println(text(a));
        attempt("aliased", () -> aliased(a, few));
        System.out.println(text(a));
        System.out.println(gather(new int[] {0, 2, 2, 1}, few) + " " + text(few));
        attempt("gather", () -> gather(new int[] {0, 2, 3, 1}, few));
        attempt("gather below", () -> gather(new int[] {0, -1, 3, 1}, few));
        System.out.println(text(few));
        HoistedLoops o = new HoistedLoops();
        o.fields();
        System.out.println(text(o.own) + text(shared) + o.grid[1][2]);
        o.limit = 5;
        attempt("fields", o::fields);
        System.out.println(text(o.own) + text(shared) + o.grid[1][2]);
        o.limit = 3;
        attempt("changing", o::changing);
        System.out.println(text(o.own));
        int[] other = new int[2];
        attempt("replaced", () -> o.replaced(other));
        o.replaced(new int[] {4, 4, 4});
        System.out.println(text(other) + text(o.own));
        HoistedLoops p = new HoistedLoops();
        p.next = p;
        attempt("through a null field", () -> System.out.println(through(new HoistedLoops[] {p, o}, 2)));
        attempt("through a null object", () -> System.out.println(through(new HoistedLoops[] {p, null}, 2)));
        attempt("through too few", () -> System.out.println(through(new HoistedLoops[] {p}, 2)));
        System.out.println(text(p.own) + through(new HoistedLoops[] {p, p}, 2));
        attempt("while", () -> whileLoop(new int[] {1, 2, 0}));
        System.out.println(whileLoop(new int[] {1, 2000, 0}));
        attempt("while to the end", () -> whileLoop(new int[] {1, 2}));
        System.out.println(caught(few, new int[] {0, 1, 3, -1, 2, 100}) + " " + text(few));
        attempt("caught", () -> caught(null, new int[] {0}));
        int[][][] cube = new int[2][3][4];
        cube(cube, 2, 3, 4);
        System.out.println(text(cube[1][2]));
        attempt("cube", () -> cube(cube, 2, 4, 4));
        attempt("cube", () -> cube(cube, 3, 3, 4));
        attempt("cube", () -> cube(cube, 2, 3, 5));
        cube[1] = new int[3][];
        attempt("cube with null rows", () -> cube(cube, 2, 3, 4));
        System.out.println(text(cube[0][2]));
        int[] quotients = new int[4];
        attempt("order", () -> order(quotients, new int[] {9, 8, 7}, 4));
        System.out.println(text(quotients));
        attempt("order", () -> order(quotients, new int[] {9, 8, 7, 6}, 4));
        attempt("order", () -> order(new int[2], new int[] {9, 8, 7, 6}, 4));
        names(new String[] {"a", "bb", "c"}, new String[] {"", "dddd", "e"}, 3);
        attempt("names", () -> names(new String[] {"a", null, "c"}, new String[] {"", "dddd", "e"}, 3));
        attempt("names", () -> names(new String[] {"a", "b"}, new String[] {"", "dddd", "e"}, 3));
    }
}
