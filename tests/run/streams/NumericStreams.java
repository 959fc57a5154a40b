import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;

/** Streams of numerical programs: particles, covariances, nearest centres, histograms by atomics, pools, matrices of rows. */
public class NumericStreams {
    static class Particle { double x, y, vx, vy, m; Particle(int i) { x = i * 1.5 % 7; y = i * 2.5 % 11; m = 1 + i % 3; } }
    static void forces(Particle[] p, double[] fx, double[] fy) {
        IntStream.range(0, p.length).parallel().forEach(i -> {
            double ax = 0, ay = 0;
            for (int j = 0; j < p.length; j++) {
                if (i == j) continue;
                double dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, r2 = dx * dx + dy * dy + 0.01, inv = p[j].m / (r2 * Math.sqrt(r2));
                ax += dx * inv; ay += dy * inv;
            }
            fx[i] = ax; fy[i] = ay;
        });
    }
    static void move(Particle[] p, double[] fx, double[] fy, double dt) {
        IntStream.range(0, p.length).parallel().forEach(i -> { Particle q = p[i]; q.vx += fx[i] * dt; q.vy += fy[i] * dt; q.x += q.vx * dt; q.y += q.vy * dt; });
    }
    static double[][] covariance(double[][] data) {
        int n = data.length, m = data[0].length;
        double[] mean = IntStream.range(0, m).parallel().mapToDouble(j -> { double s = 0; for (int i = 0; i < n; i++) s += data[i][j]; return s / n; }).toArray();
        double[][] c = new double[m][m];
        IntStream.range(0, m).parallel().forEach(a -> { for (int b = a; b < m; b++) { double s = 0; for (int i = 0; i < n; i++) s += (data[i][a] - mean[a]) * (data[i][b] - mean[b]); c[a][b] = s / (n - 1); c[b][a] = c[a][b]; } });
        return c;
    }
    int[] weights; int offset = 3;
    int score(int i) { return weights[i % weights.length] * i + offset; }
    int total(int n) { return IntStream.range(0, n).parallel().map(this::score).sum(); }
    static int[] counts(int[] v, int k) {
        AtomicIntegerArray h = new AtomicIntegerArray(k);
        Arrays.stream(v).parallel().forEach(x -> h.incrementAndGet(x % k));
        return IntStream.range(0, k).map(h::get).toArray();
    }
    static int[] kmeans(double[][] pts, double[][] cs) {
        return IntStream.range(0, pts.length).parallel().map(i -> {
            int best = 0; double bd = Double.MAX_VALUE;
            for (int c = 0; c < cs.length; c++) { double d = 0; for (int k = 0; k < pts[i].length; k++) { double t = pts[i][k] - cs[c][k]; d += t * t; } if (d < bd) { bd = d; best = c; } }
            return best; }).toArray();
    }
    static byte[] gray(byte[] rgb, int w, int h) {
        byte[] out = new byte[w * h];
        IntStream.range(0, h).parallel().forEach(y -> IntStream.range(0, w).forEach(x -> { int p = (y * w + x) * 3; out[y * w + x] = (byte) (((rgb[p] & 255) * 299 + (rgb[p + 1] & 255) * 587 + (rgb[p + 2] & 255) * 114) / 1000); }));
        return out;
    }
    public static void main(String[] args) throws Exception {
        Particle[] p = new Particle[60]; for (int i = 0; i < 60; i++) p[i] = new Particle(i);
        double[] fx = new double[60], fy = new double[60];
        for (int t = 0; t < 3; t++) { forces(p, fx, fy); move(p, fx, fy, 0.01); }
        System.out.println(p[7].x + " " + p[59].vy);
        double[][] data = new double[40][6]; for (int i = 0; i < 40; i++) for (int j = 0; j < 6; j++) data[i][j] = (i * (j + 3)) % 17;
        System.out.println(Arrays.deepHashCode(covariance(data)));
        NumericStreams s = new NumericStreams(); s.weights = new int[] {1, 2, 3, 5, 8}; System.out.println(s.total(1000));
        int[] v = IntStream.range(0, 3000).map(i -> i * 31 % 1009).toArray();
        System.out.println(Arrays.toString(counts(v, 7)));
        System.out.println(Arrays.hashCode(kmeans(data, new double[][] {{1, 2, 3, 4, 5, 6}, {9, 8, 7, 6, 5, 4}, {0, 0, 12, 0, 12, 0}})));
        byte[] rgb = new byte[3 * 20 * 10]; for (int i = 0; i < rgb.length; i++) rgb[i] = (byte) (i * 7); System.out.println(Arrays.hashCode(gray(rgb, 20, 10)));
        ForkJoinPool pool = new ForkJoinPool(4);
        System.out.println(pool.submit(() -> IntStream.range(0, 10000).parallel().mapToLong(i -> (long) i * i).sum()).get());
        pool.shutdown();
        IntUnaryOperator f = a -> a * 3 + 1; System.out.println(IntStream.range(0, 100).parallel().map(f).map(f.andThen(b -> b / 2)).sum());
        double[] a = new double[1000], b = new double[1000]; Arrays.setAll(a, i -> i * .5); Arrays.setAll(b, i -> 1000 - i);
        System.out.println(IntStream.range(0, 1000).parallel().mapToDouble(i -> a[i] * b[i]).sum());
        System.out.println(IntStream.range(0, 1000).parallel().filter(i -> a[i] > 100).mapToDouble(i -> b[i]).max().getAsDouble());
        System.out.println(IntStream.range(0, a.length).parallel().reduce(0, (i, j) -> a[j] * b[j] > a[i] * b[i] ? j : i));
        Map<Boolean, List<Integer>> parts = IntStream.range(0, 20).parallel().boxed().collect(Collectors.partitioningBy(i -> i % 3 == 0)); System.out.println(parts);
        Map<Integer, Long> byMod = Arrays.stream(v).parallel().boxed().collect(Collectors.groupingBy(i -> i % 10, Collectors.counting())); System.out.println(byMod);
        System.out.println(Arrays.stream(data).parallel().mapToDouble(r -> Arrays.stream(r).max().orElse(0)).sum());
        System.out.println(Stream.of("a", "bb", "ccc").parallel().mapToInt(String::length).sum() + " " + "hello world".chars().parallel().filter(c -> c == 'o').count());
        LongAdder adder = new LongAdder(); IntStream.range(0, 1000).parallel().forEach(i -> adder.add(i)); System.out.println(adder.sum());
        AtomicLong al = new AtomicLong(); IntStream.range(0, 1000).parallel().forEach(i -> al.addAndGet(i % 7)); System.out.println(al.get());
        ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>(); IntStream.range(0, 100).parallel().forEach(i -> m.merge(i % 5, 1, Integer::sum)); System.out.println(new TreeMap<>(m));
        int[][] tri = new int[12][]; IntStream.range(0, 12).parallel().forEach(i -> { tri[i] = new int[i + 1]; tri[i][0] = tri[i][i] = 1; }); System.out.println(tri[5].length + " " + tri[11][11]);
        double[][] mat = IntStream.range(0, 8).parallel().mapToObj(i -> IntStream.range(0, 8).mapToDouble(j -> i == j ? 1 : 1.0 / (i + j + 1)).toArray()).toArray(double[][]::new); System.out.println(Arrays.deepHashCode(mat));
        System.out.println(IntStream.iterate(1, i -> i * 2).limit(10).parallel().sum() + " " + IntStream.rangeClosed(1, 5).parallel().mapToObj(Integer::toString).collect(Collectors.joining("-")));
    }
}
