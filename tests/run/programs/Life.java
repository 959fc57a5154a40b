import java.util.*;

/** Grids: Conway's life dense and sparse, flood fill, a maze solved by breadth and by A*, and the knapsack. */
public class Life {
    static boolean[][] step(boolean[][] g) {
        int h = g.length, w = g[0].length;
        boolean[][] r = new boolean[h][w];
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                int n = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        if ((dy | dx) != 0 && g[(y + dy + h) % h][(x + dx + w) % w]) n++;
                r[y][x] = n == 3 || n == 2 && g[y][x];
            }
        return r;
    }

    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);
        Point plus(int dx, int dy) { return new Point(x + dx, y + dy); }
        int distance(Point o) { return Math.abs(x - o.x) + Math.abs(y - o.y); }
        List<Point> around() {
            List<Point> r = new ArrayList<>();
            for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) if (dx != 0 || dy != 0) r.add(plus(dx, dy));
            return r;
        }
    }

    static Set<Point> step(Set<Point> live) {
        Map<Point, Integer> counts = new HashMap<>();
        for (Point p : live) for (Point q : p.around()) counts.merge(q, 1, (a, b) -> a + b);
        Set<Point> r = new HashSet<>();
        for (Map.Entry<Point, Integer> e : counts.entrySet()) {
            int n = e.getValue();
            if (n == 3 || n == 2 && live.contains(e.getKey())) r.add(e.getKey());
        }
        return r;
    }

    static int fill(char[][] map, int x, int y, char with) {
        if (y < 0 || y >= map.length || x < 0 || x >= map[y].length || map[y][x] != '.') return 0;
        map[y][x] = with;
        return 1 + fill(map, x + 1, y, with) + fill(map, x - 1, y, with) + fill(map, x, y + 1, with) + fill(map, x, y - 1, with);
    }

    static int search(char[][] map, Point from, Point to, boolean guided) {
        Map<Point, Integer> cost = new HashMap<>();
        PriorityQueue<Point> open = new PriorityQueue<>((a, b) -> {
            int fa = cost.get(a) + (guided ? a.distance(to) : 0), fb = cost.get(b) + (guided ? b.distance(to) : 0);
            return fa != fb ? Integer.compare(fa, fb) : a.x() != b.x() ? Integer.compare(b.x(), a.x()) : Integer.compare(b.y(), a.y());
        });
        cost.put(from, 0);
        open.offer(from);
        while (!open.isEmpty()) {
            Point p = open.remove();
            if (p.equals(to)) return cost.get(p);
            int[] d = {0, 1, 0, -1, 0};
            for (int i = 0; i < 4; i++) {
                Point q = p.plus(d[i], d[i + 1]);
                if (map[q.y()][q.x()] != '#' && !cost.containsKey(q)) {
                    cost.put(q, cost.get(p) + 1);
                    open.add(q);
                }
            }
        }
        return -1;
    }

    static int knapsack(int[] weight, int[] value, int room) {
        int[][] best = new int[weight.length + 1][room + 1];
        for (int i = 1; i <= weight.length; i++)
            for (int r = 0; r <= room; r++) {
                best[i][r] = best[i - 1][r];
                if (weight[i - 1] <= r) best[i][r] = Math.max(best[i][r], best[i - 1][r - weight[i - 1]] + value[i - 1]);
            }
        return best[weight.length][room];
    }

    public static void main(String[] args) {
        boolean[][] g = new boolean[8][10];
        Set<Point> sparse = new HashSet<>();
        String[] glider = {".X.", "..X", "XXX"};
        for (int y = 0; y < 3; y++)
            for (int x = 0; x < 3; x++)
                if (glider[y].charAt(x) == 'X') {
                    g[y][x] = true;
                    sparse.add(new Point(x, y));
                }
        for (int i = 0; i < 12; i++) {
            g = step(g);
            sparse = step(sparse);
        }
        for (boolean[] row : g) {
            for (boolean cell : row) System.out.print(cell ? 'X' : '.');
            System.out.println();
        }
        List<Point> sorted = new ArrayList<>(sparse);
        sorted.sort(Comparator.comparingInt(Point::y).thenComparingInt(Point::x));
        System.out.println(sorted + " " + sparse.contains(new Point(4, 5)) + " " + new Point(1, 2).hashCode() + " " + Point.ORIGIN.equals(new Point(0, 0)));
        String maze = "###########\n#.....#...#\n#.###.#.#.#\n#.#...#.#.#\n#.#.###.#.#\n#.#.....#.#\n#.#######.#\n#.........#\n###########";
        char[][] map = new char[9][];
        int line = 0;
        for (String row : maze.split("\n")) map[line++] = row.toCharArray();
        System.out.println(search(map, new Point(1, 1), new Point(9, 1), false) + " " + search(map, new Point(1, 1), new Point(9, 1), true));
        System.out.println(fill(map, 1, 1, 'o') + " " + fill(map, 1, 1, 'x') + " " + String.valueOf(map[3]));
        System.out.println(knapsack(new int[] {12, 1, 4, 1, 2, 9, 7}, new int[] {4, 2, 10, 1, 2, 8, 5}, 15));
        int[][] jagged = {{1}, {2, 3}, {}, {4, 5, 6}};
        int total = 0;
        for (int[] row : jagged) for (int v : row) total = total * 10 + v;
        System.out.println(total + " " + Arrays.deepToString(jagged) + " " + jagged[3].length);
        try {
            System.out.println(jagged[2][0]);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            int[][] none = new int[3][];
            none[1][0] = 5;
        } catch (NullPointerException e) {
            System.out.println("null row");
        }
        try {
            int[] negative = new int[total > 0 ? -1 : 1];
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        long ways[] = new long[101];
        ways[0] = 1;
        for (int coin : new int[] {1, 5, 10, 25, 50}) for (int i = coin; i <= 100; i++) ways[i] += ways[i - coin];
        System.out.println(ways[100]);
    }
}
