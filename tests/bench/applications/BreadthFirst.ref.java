/** How far the nodes of a graph are from one: Rodinia, bfs. */
public class BreadthFirst {
    static class Node {
        int starting;
        int edges;

        Node(int starting, int edges) {
            this.starting = starting;
            this.edges = edges;
        }
    }

    static void expand(Node[] nodes, int[] edges, boolean[] mask, boolean[] updating, boolean[] visited, int[] cost) {
        for (int tid = 0; tid < nodes.length; tid++) {
            if (mask[tid]) {
                mask[tid] = false;
                for (int i = nodes[tid].starting; i < nodes[tid].starting + nodes[tid].edges; i++) {
                    int id = edges[i];
                    if (!visited[id]) {
                        cost[id] = cost[tid] + 1;
                        updating[id] = true;
                    }
                }
            }
        }
    }

    static boolean advance(boolean[] mask, boolean[] updating, boolean[] visited) {
        boolean more = false;
        for (int tid = 0; tid < mask.length; tid++) {
            if (updating[tid]) {
                mask[tid] = true;
                visited[tid] = true;
                more = true;
                updating[tid] = false;
            }
        }
        return more;
    }

    static int[] search(Node[] nodes, int[] edges, int source) {
        int n = nodes.length;
        boolean[] mask = new boolean[n];
        boolean[] updating = new boolean[n];
        boolean[] visited = new boolean[n];
        int[] cost = new int[n];
        for (int i = 0; i < n; i++) {
            cost[i] = -1;
        }
        mask[source] = true;
        visited[source] = true;
        cost[source] = 0;
        boolean more = true;
        while (more) {
            expand(nodes, edges, mask, updating, visited, cost);
            more = advance(mask, updating, visited);
        }
        return cost;
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        int degree = 6;
        Node[] nodes = new Node[n];
        int[] edges = new int[n * degree];
        long seed = 7;
        for (int i = 0; i < n; i++) {
            nodes[i] = new Node(i * degree, degree);
            for (int k = 0; k < degree; k++) {
                seed = (seed * 25214903917L + 11) & ((1L << 48) - 1);
                edges[i * degree + k] = (int) ((seed >>> 16) % n);
            }
        }
        for (int round = 0; round < rounds; round++) {
            long start = System.nanoTime();
            int[] cost = search(nodes, edges, 0);
            long end = System.nanoTime();
            long sum = 0;
            for (int i = 0; i < n; i++) {
                sum += cost[i] * (1 + i % 13);
            }
            System.out.println(rounds > 1 ? "time bfs " + (end - start) : "bfs " + sum);
        }
    }
}
