import java.util.Arrays;

/** {@code sync} loops that look elements up by indices from tables, where an index may be the iteration's own, before and after it stores. */
public class SyncLookups {
    static class Graph {
        final int[] start, edges;
        final int weight;

        Graph(int n, int degree) {
            start = new int[n + 1];
            edges = new int[n * degree];
            weight = degree;
            for (int v = 0, e = 0; v < n; v++) {
                start[v] = e;
                for (int k = 0; k < degree; k++) edges[e++] = (int) ((v * (k + 2L) + 7 * k + (k & 1)) % n);
                start[v + 1] = e;
            }
        }
    }

    /** A level of a breadth-first search, in which each node looks for a neighbour of the last one. */
    static int pull(Graph g, int[] level, int depth) {
        int found = 0;
        int[] old = level.clone();
        {
            for (int v = 0; v < level.length; v++) {
                if (level[v] >= 0) continue;
                for (int e = g.start[v]; e < g.start[v + 1]; e++) {
                    if ((g.edges[e] == v ? level : old)[g.edges[e]] == depth) {
                        level[v] = depth + 1;
                        found++;
                        break;
                    }
                }
            }
        }
        return found;
    }

    /** Each round of the inner loop stores, and looks at what may be the iteration's own. */
    static void gather(Graph g, long[] x) {
        long[] old = x.clone();
        {
            for (int v = 0; v < x.length; v++)
                for (int e = g.start[v]; e < g.start[v + 1]; e++) x[v] = 3 * x[v] + (g.edges[e] == v ? x : old)[g.edges[e]] % g.weight;
        }
    }

    static void before(int[] x, int[] at) {
        int[] old = x.clone();
        {
            for (int i = 0; i < x.length; i++) {
                int first = (at[i] == i ? x : old)[at[i]];
                x[i] = first + 1;
                x[i] += (at[i] == i ? x : old)[at[i]];
            }
        }
    }

    static void grid(double[][] g, int[] down, int[] right) {
        double[][] old = new double[g.length][];
        for (int i = 0; i < g.length; i++) old[i] = g[i].clone();
        {
            for (int i = 0; i < g.length; i++)
                for (int j = 0; j < g[0].length; j++) {
                    g[i][j] += 0.5;
                    g[i][j] = 0.5 * (g[i][j] + (down[i] == i && right[j] == j ? g : old)[down[i]][right[j]]);
                }
        }
    }

    static void chance(int[] x, int[] at, int limit) {
        int[] old = x.clone();
        {
            for (int i = 0; i < x.length; i++) {
                if (x[i] > limit) x[i] = -x[i];
                x[i] += (at[i] == i ? x : old)[at[i]];
            }
        }
    }

    public static void main(String[] args) {
        for (int n : new int[] {1, 2, 33, 20_001}) {
            Graph g = new Graph(n, 3);
            int[] level = new int[n];
            Arrays.fill(level, -1);
            level[0] = 0;
            int depth = 0;
            while (pull(g, level, depth) > 0) depth++;
            System.out.println(depth + " " + Arrays.hashCode(level));
            long[] x = new long[n];
            for (int i = 0; i < n; i++) x[i] = i * 17 % 101;
            gather(g, x);
            gather(g, x);
            System.out.println(Arrays.hashCode(x));
            int[] y = new int[n], at = new int[n];
            for (int i = 0; i < n; i++) {
                y[i] = i * 31 % 57;
                at[i] = i % 3 == 0 ? i : i * 13 % n;
            }
            before(y, at);
            chance(y, at, 40);
            System.out.println(Arrays.hashCode(y));
        }
        double[][] g = new double[40][60];
        for (int i = 0; i < 40; i++)
            for (int j = 0; j < 60; j++) g[i][j] = i * 60 + j;
        int[] down = new int[40], right = new int[60];
        for (int i = 0; i < 40; i++) down[i] = i % 2 == 0 ? i : (i + 1) % 40;
        for (int j = 0; j < 60; j++) right[j] = j % 3 == 0 ? j : (j + 1) % 60;
        grid(g, down, right);
        System.out.println(Arrays.deepHashCode(g));
        try {
            chance(new int[] {1, 2, 3}, new int[] {0, 3, 1}, 1);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
