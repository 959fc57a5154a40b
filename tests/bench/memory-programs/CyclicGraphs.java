import java.util.ArrayList;
import java.util.List;

/** Builds graphs full of cycles and drops them: nothing but the collector can find that they are garbage. */
public class CyclicGraphs {
    static class Vertex {
        final List<Vertex> neighbours = new ArrayList<>();
        Vertex parent;
        int mark;
    }

    static int graph(int size, int seed) {
        Vertex[] all = new Vertex[size];
        for (int i = 0; i < size; i++) {
            all[i] = new Vertex();
        }
        int x = seed;
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < 3; k++) {
                x = x * 1664525 + 1013904223;
                Vertex other = all[(x >>> 8) % size];
                all[i].neighbours.add(other);
                other.parent = all[i];
            }
        }
        return visit(all[0]);
    }

    static int visit(Vertex start) {
        List<Vertex> open = new ArrayList<>();
        open.add(start);
        start.mark = 1;
        int seen = 0;
        while (!open.isEmpty()) {
            Vertex v = open.remove(open.size() - 1);
            seen++;
            for (Vertex n : v.neighbours) {
                if (n.mark == 0) {
                    n.mark = 1;
                    open.add(n);
                }
            }
        }
        return seen;
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 20_000;
        long seen = 0;
        for (int i = 0; i < n; i++) {
            seen += graph(200, i);
        }
        System.out.println(seen);
    }
}
