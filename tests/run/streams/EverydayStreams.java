import java.util.*;
import java.util.stream.*;

/** Streams as public Java has them: images, grids, primes, lists of records, prefix sums, searches, exceptions. */
public class EverydayStreams {
    record Point(double x, double y) { double dist(Point o) { return Math.hypot(x - o.x, y - o.y); } }
    static int[][] life(int[][] g) {
        int n = g.length, m = g[0].length;
        int[][] out = new int[n][m];
        IntStream.range(0, n * m).parallel().forEach(k -> {
            int i = k / m, j = k % m, c = 0;
            for (int di = -1; di <= 1; di++)
                for (int dj = -1; dj <= 1; dj++)
                    if (di != 0 || dj != 0) c += g[(i + di + n) % n][(j + dj + m) % m];
            out[i][j] = c == 3 || c == 2 && g[i][j] == 1 ? 1 : 0;
        });
        return out;
    }
    static void matmul(float[] out, float[] x, float[] w, int n, int d) {
        IntStream.range(0, d).parallel().forEach(i -> {
            float val = 0f;
            int in = i * n;
            for (int j = 0; j < n; j++) val += w[in + j] * x[j];
            out[i] = val;
        });
    }
    static boolean isPrime(int n) { if (n < 2) return false; return IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0); }
    static double pi(int steps) {
        double h = 1.0 / steps;
        return h * IntStream.range(0, steps).parallel().mapToDouble(i -> { double x = (i + 0.5) * h; return 4 / (1 + x * x); }).sum();
    }
    static int mandel(double cr, double ci) { double x = 0, y = 0; int k = 0; while (k < 100 && x * x + y * y <= 4) { double t = x * x - y * y + cr; y = 2 * x * y + ci; x = t; k++; } return k; }
    public static void main(String[] args) {
        int[][] g = new int[20][30];
        for (int i = 0; i < 20; i++) for (int j = 0; j < 30; j++) g[i][j] = (i * 7 + j * 3) % 4 == 0 ? 1 : 0;
        for (int t = 0; t < 5; t++) g = life(g);
        System.out.println(Arrays.deepHashCode(g));
        float[] x = new float[64], w = new float[64 * 32], out = new float[32];
        for (int i = 0; i < 64; i++) x[i] = i * .1f; for (int i = 0; i < w.length; i++) w[i] = (i * 37 % 101) * .01f;
        matmul(out, x, w, 64, 32); System.out.println(Arrays.hashCode(out));
        System.out.println(IntStream.rangeClosed(1, 5000).parallel().filter(EverydayStreams::isPrime).count());
        System.out.println(Math.abs(pi(100000) - Math.PI) < 1e-9);
        int[] img = new int[60 * 80];
        IntStream.range(0, 60).parallel().forEach(row -> { for (int c = 0; c < 80; c++) img[row * 80 + c] = mandel(-2 + c * 3.0 / 80, -1 + row * 2.0 / 60); });
        System.out.println(Arrays.hashCode(img));
        System.out.println(Arrays.stream(img).parallel().map(v -> v * v).filter(v -> v % 3 != 0).sum());
        System.out.println(Arrays.stream(img).parallel().max().getAsInt() + " " + IntStream.of(3, 1, 2).parallel().min().getAsInt());
        System.out.println(LongStream.rangeClosed(1, 20).parallel().reduce(1L, (a, b) -> a * b));
        System.out.println(IntStream.range(0, 1000).parallel().mapToObj(i -> new Point(i % 17, i % 13)).mapToDouble(p -> p.dist(new Point(3, 4))).max().getAsDouble());
        List<Point> ps = IntStream.range(0, 200).mapToObj(i -> new Point(i * 37 % 101, i * 11 % 53)).collect(Collectors.toList());
        System.out.println(ps.parallelStream().mapToDouble(p -> p.x() * p.y()).max().getAsDouble());
        System.out.println(ps.parallelStream().filter(p -> p.x() > 50).count());
        System.out.println(ps.parallelStream().map(Point::x).filter(v -> v > 90).sorted().map(String::valueOf).collect(Collectors.joining(",")));
        Map<Integer, Long> lens = Arrays.asList("the", "quick", "brown", "fox", "jumps").parallelStream().collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.counting())); System.out.println(lens);
        long[] sq = LongStream.range(0, 100).parallel().map(v -> v * v).toArray(); System.out.println(sq[99] + " " + sq.length);
        double[] d = new double[500]; Arrays.parallelSetAll(d, i -> Math.sqrt(i) * 2); System.out.println(Arrays.hashCode(d));
        int[] pre = IntStream.range(0, 1000).toArray(); Arrays.parallelPrefix(pre, (a, b) -> a + b); System.out.println(pre[999]);
        Arrays.parallelPrefix(pre, Math::max); System.out.println(pre[500]);
        int[] srt = IntStream.range(0, 5000).map(i -> i * 7919 % 5003).toArray(); Arrays.parallelSort(srt); System.out.println(Arrays.hashCode(srt));
        System.out.println(IntStream.range(0, 100).parallel().anyMatch(i -> i * i == 81) + " " + IntStream.range(0, 100).parallel().allMatch(i -> i < 100) + " " + IntStream.range(0, 100).parallel().noneMatch(i -> i == 50));
        System.out.println(IntStream.range(0, 10).parallel().boxed().map(i -> "n" + i).collect(Collectors.toList()));
        System.out.println(IntStream.range(0, 1000).parallel().average().getAsDouble() + " " + IntStream.empty().parallel().max().isPresent());
        IntSummaryStatistics st = IntStream.range(0, 1000).parallel().map(i -> i * 31 % 97).summaryStatistics(); System.out.println(st.getMin() + " " + st.getMax() + " " + st.getSum());
        StringBuilder sb = new StringBuilder(); IntStream.range(0, 10).parallel().forEachOrdered(sb::append); System.out.println(sb);
        try { IntStream.range(0, 100).parallel().forEach(i -> { if (i == 50) throw new IllegalStateException("at " + i); }); } catch (IllegalStateException e) { System.out.println("caught"); }
        try { int[] z = new int[10]; IntStream.range(0, 20).parallel().forEach(i -> z[i] = i); } catch (ArrayIndexOutOfBoundsException e) { System.out.println("bounds"); }
    }
}
