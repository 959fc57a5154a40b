/** Two loops of one `sync` block: the second reads its own elements as the first has left them, whatever they are called, and others as before. */
public class SyncSecond {
    static void renamed(int[] a, int[] c) {
        int[] old = a.clone();
        {
            for (int i = 0; i < a.length; i++) a[i] = a[i] + 10;
            for (int i = 0; i < a.length; i++) {
                int k = i, next = k + 1;
                c[i] = a[k] * 100 + (next < a.length ? old[next] : 7) + a[next - 1];
            }
        }
    }

    static void same(double[] x) {
        double[] old = x.clone();
        {
            for (int i = 0; i < x.length; i++) x[i] *= 2;
            for (int i = 1; i < x.length - 1; i++) {
                int before = i - 1, at = before + 1;
                x[at] = x[at] + old[before] + old[before + 2];
            }
        }
    }

    static void shifted(int[] a, int[] c) {
        int[] old = a.clone();
        {
            for (int i = 0; i < a.length; i++) a[i] = 5 * i;
            for (int i = 0; i + 1 < c.length; i++) {
                int to = 1 + i;
                c[i + 1] = a[to] + 1000 * old[i];
            }
        }
    }

    static void other(int[] a, int[] table, int[] at) {
        {
            for (int i = 0; i < a.length; i++) a[i] += table[at[i]];
            for (int i = 0; i < a.length; i++) a[i] = 3 * a[i] + table[(i * 7) % table.length];
        }
    }

    static void rounds(int[] a) {
        int[] old = a.clone();
        {
            for (int p = 0; p < 3; p++)
                for (int i = 1; i < a.length; i++) {
                    int k = i;
                    a[i] = a[k] + old[k - 1];
                }
        }
    }

    static void matrix(int[][] g) {
        int[][] old = new int[g.length][];
        for (int i = 0; i < g.length; i++) old[i] = g[i].clone();
        {
            for (int i = 0; i < g.length; i++)
                for (int j = 0; j < g[i].length; j++) g[i][j] += 1;
            for (int i = 1; i < g.length; i++)
                for (int j = 1; j < g[i].length; j++) {
                    int up = i - 1, y = i, x = j;
                    g[i][j] = 10 * g[y][x] + old[up][x] + old[y][x - 1];
                }
        }
    }

    static class Cell { int v; Cell(int v) { this.v = v; } }

    static void objects(Cell[] c) {
        int[] old = new int[c.length];
        for (int i = 0; i < c.length; i++) old[i] = c[i].v;
        {
            for (int i = 0; i < c.length; i++) c[i].v += 100;
            for (int i = 1; i < c.length; i++) {
                int k = i;
                c[i].v = c[k].v + old[k - 1];
            }
        }
    }

    static void show(int[] a) {
        String text = "";
        for (int x : a) text += " " + x;
        System.out.println(text);
    }

    static int[] numbers(int n) {
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = i * i + 1;
        return a;
    }

    public static void main(String[] args) {
        int[] a = numbers(6), c = new int[6];
        renamed(a, c);
        show(a);
        show(c);
        double[] x = {1, 2, 3, 4, 5};
        same(x);
        for (double d : x) System.out.print(d + " ");
        System.out.println();
        int[] s = numbers(5), t = new int[5];
        shifted(s, t);
        show(t);
        int[] o = numbers(5);
        other(o, numbers(4), new int[] {3, 0, 1, 2, 3});
        show(o);
        int[] r = numbers(5);
        rounds(r);
        show(r);
        int[][] g = {numbers(3), numbers(3), numbers(3)};
        matrix(g);
        for (int[] row : g) show(row);
        Cell[] cells = {new Cell(1), new Cell(2), new Cell(3)};
        objects(cells);
        for (Cell cell : cells) System.out.println(cell.v);
    }
}
