import java.util.*;
import java.util.stream.*;
public class ParallelStreamPrograms {
    static final int W = 64, H = 48;
    static int[] cells = new int[W * H], next = new int[W * H];
    static void row(int y) {
        for (int x = 0; x < W; x++) {
            int n = 0;
            for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) if (dx != 0 || dy != 0) n += cells[(y + dy + H) % H * W + (x + dx + W) % W];
            next[y * W + x] = n == 3 || (n == 2 && cells[y * W + x] == 1) ? 1 : 0;
        }
    }
    static class Life {
        final boolean[][] grid; boolean[][] out; final int h, w;
        Life(int h, int w) { this.h = h; this.w = w; grid = new boolean[h][w]; out = new boolean[h][w]; IntStream.range(0, h).parallel().forEach(y -> { for (int x = 0; x < w; x++) grid[y][x] = (x * 7 + y * 13) % 5 == 0; }); }
        int alive(int y, int x) { return grid[(y + h) % h][(x + w) % w] ? 1 : 0; }
        void step() { IntStream.range(0, h).parallel().forEach(y -> IntStream.range(0, w).forEach(x -> { int n = alive(y - 1, x) + alive(y + 1, x) + alive(y, x - 1) + alive(y, x + 1); out[y][x] = n == 2 || (grid[y][x] && n == 3); })); for (int y = 0; y < h; y++) System.arraycopy(out[y], 0, grid[y], 0, w); }
        void stepRef() { IntStream.range(0, h).parallel().forEach(this::one); }
        void one(int y) { for (int x = 0; x < w; x++) out[y][x] = alive(y, x + 1) == 1; }
    }
    static class KMeans {
        static class Point { final double x, y; int c; Point(double x, double y) { this.x = x; this.y = y; } }
        final List<Point> points = new ArrayList<>(); final double[] cx, cy; final int[] label;
        KMeans(int n, int k) { for (int i = 0; i < n; i++) points.add(new Point(i * 37 % 101, i * 53 % 97)); cx = new double[k]; cy = new double[k]; label = new int[n]; for (int i = 0; i < k; i++) { cx[i] = points.get(i).x; cy[i] = points.get(i).y; } }
        void assign() { IntStream.range(0, points.size()).parallel().forEach(i -> { int best = 0; double d = Double.MAX_VALUE; for (int c = 0; c < cx.length; c++) { double dx = points.get(i).x - cx[c], dy = points.get(i).y - cy[c]; double t = dx * dx + dy * dy; if (t < d) { d = t; best = c; } } label[i] = best; }); }
        void update() { IntStream.range(0, cx.length).parallel().forEach(c -> { double sx = 0, sy = 0; int n = 0; for (int i = 0; i < label.length; i++) if (label[i] == c) { sx += points.get(i).x; sy += points.get(i).y; n++; } if (n > 0) { cx[c] = sx / n; cy[c] = sy / n; } }); }
    }
    static double hash(long i) { long z = i * 0x9E3779B97F4A7C15L; z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L; z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL; return ((z ^ (z >>> 31)) >>> 11) * 0x1.0p-53; }
    static void softmax(float[] x, int off, int size) { float max = x[off]; for (int i = 1; i < size; i++) if (x[off + i] > max) max = x[off + i]; float sum = 0; for (int i = 0; i < size; i++) { x[off + i] = (float) Math.exp(x[off + i] - max); sum += x[off + i]; } for (int i = 0; i < size; i++) x[off + i] /= sum; }
    static void attention(float[] q, float[] key, float[] val, float[] att, float[] xb, int pos, int heads, int hs, int seq) {
        IntStream.range(0, heads).parallel().forEach(h -> {
            int qo = h * hs, ao = h * seq;
            for (int t = 0; t <= pos; t++) { int ko = t * heads * hs + h * hs; float s = 0; for (int i = 0; i < hs; i++) s += q[qo + i] * key[ko + i]; att[ao + t] = s / (float) Math.sqrt(hs); }
            softmax(att, ao, pos + 1);
            int xo = h * hs; Arrays.fill(xb, xo, xo + hs, 0f);
            for (int t = 0; t <= pos; t++) { int vo = t * heads * hs + h * hs; float a = att[ao + t]; for (int i = 0; i < hs; i++) xb[xo + i] += a * val[vo + i]; }
        });
    }
    public static void main(String[] args) {
        for (int i = 0; i < cells.length; i++) cells[i] = (i * 31 + i / 7) % 3 == 0 ? 1 : 0;
        for (int s = 0; s < 4; s++) { IntStream.range(0, H).parallel().forEach(ParallelStreamPrograms::row); int[] t = cells; cells = next; next = t; }
        System.out.println(Arrays.hashCode(cells));
        Life l = new Life(30, 40); l.step(); l.step(); System.out.println(Arrays.deepHashCode(l.grid)); l.stepRef(); System.out.println(Arrays.deepHashCode(l.out));
        KMeans k = new KMeans(500, 5); for (int s = 0; s < 3; s++) { k.assign(); k.update(); } System.out.println(Arrays.hashCode(k.label) + " " + Arrays.toString(k.cx));
        long in = IntStream.range(0, 50000).parallel().filter(i -> { double x = hash(2L * i), y = hash(2L * i + 1); return x * x + y * y <= 1; }).count(); System.out.println(in);
        int heads = 8, hs = 8, seq = 16, dim = heads * hs; float[] q = new float[dim], kc = new float[seq * dim], vc = new float[seq * dim], att = new float[heads * seq], xb = new float[dim];
        for (int i = 0; i < dim; i++) q[i] = (i % 7) * 0.1f; for (int i = 0; i < kc.length; i++) { kc[i] = (i % 11) * 0.05f; vc[i] = (i % 13) * 0.03f; }
        for (int pos = 0; pos < seq; pos++) attention(q, kc, vc, att, xb, pos, heads, hs, seq);
        System.out.println(Arrays.hashCode(xb));
        double[][] a = new double[50][50], b = new double[50][50];
        IntStream.range(0, 50).parallel().forEach(i -> Arrays.setAll(a[i], j -> i - j)); IntStream.range(0, 50).parallel().forEach(i -> Arrays.fill(b[i], i * 0.5));
        double[][] c = Arrays.stream(a).parallel().map(r -> IntStream.range(0, 50).mapToDouble(j -> IntStream.range(0, 50).mapToDouble(m -> r[m] * b[m][j]).sum()).toArray()).toArray(double[][]::new);
        System.out.println(Arrays.deepHashCode(c));
        String[] words = "it was the best of times it was the worst of times".split(" ");
        int[] lens = Arrays.stream(words).parallel().mapToInt(String::length).toArray(); System.out.println(Arrays.toString(lens));
        System.out.println(Arrays.stream(words).parallel().filter(w -> w.length() > 3).count() + " " + Arrays.stream(words).parallel().collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.counting())));
        Integer[] boxes = new Integer[100]; for (int i = 0; i < 100; i++) boxes[i] = i * 3 % 17;
        System.out.println(Arrays.stream(boxes).parallel().mapToInt(x -> x).sum() + " " + Arrays.stream(boxes).parallel().reduce(0, Math::max));
        double[] v = new double[3000]; Arrays.parallelSetAll(v, i -> Math.sqrt(i * 0.5)); float[] f = new float[3000]; IntStream.range(0, f.length).parallel().forEach(i -> f[i] = (float) v[i]);
        System.out.println(Arrays.hashCode(v) + " " + Arrays.hashCode(f));
        long steps = LongStream.rangeClosed(1, 3000).parallel().map(n -> { long s = 0; while (n != 1) { n = (n & 1) == 0 ? n / 2 : 3 * n + 1; s++; } return s; }).max().getAsLong(); System.out.println(steps);
        System.out.println(IntStream.range(0, 3000).parallel().mapToLong(i -> { switch (i % 3) { case 0: return i; case 1: return 2L * i; default: return -i; } }).sum());
        System.out.println(IntStream.range(0, 3000).parallel().map(i -> switch (i % 3) { case 0 -> i; case 1 -> 2 * i; default -> -i; }).sum());
    }
}
