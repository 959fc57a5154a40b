import java.util.*;
import java.util.function.*;
import java.util.stream.*;
public class ParallelStreams {
    static long work(long x) { for (int i = 0; i < 10; i++) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; } return x; }
    static boolean prime(int n) { if (n < 2) return false; for (int i = 2; (long) i * i <= n; i++) if (n % i == 0) return false; return true; }
    static void matmul(float[] xout, float[] x, float[] w, int n, int d) {
        IntStream.range(0, d).parallel().forEach(i -> {
            float val = 0f;
            for (int j = 0; j < n; j++) val += w[i * n + j] * x[j];
            xout[i] = val;
        });
    }
    double scale = 2; double[] data = new double[5000];
    void inst(int n) { IntStream.range(0, n).parallel().forEach(i -> { if (i == 3) return; data[i] = i * scale; }); }
    static int mandel(double cr, double ci, int max) { double x = 0, y = 0; int k = 0; while (k < max && x * x + y * y <= 4) { double t = x * x - y * y + cr; y = 2 * x * y + ci; x = t; k++; } return k; }
    static long reps;
    public static void main(String[] args) {
        int n = 3000;
        float[] w = new float[n * 8], x = new float[8], o = new float[n];
        for (int i = 0; i < w.length; i++) w[i] = i % 17 * 0.5f;
        for (int i = 0; i < 8; i++) x[i] = i;
        matmul(o, x, w, 8, n);
        System.out.println(Arrays.hashCode(o));
        ParallelStreams t = new ParallelStreams(); t.inst(5000); System.out.println(Arrays.hashCode(t.data));
        System.out.println(IntStream.range(0, 10000).parallel().filter(i -> prime(i)).count());
        System.out.println(IntStream.rangeClosed(1, 10000).parallel().filter(ParallelStreams::prime).sum());
        System.out.println(LongStream.rangeClosed(1, 5000).parallel().map(v -> v * v).sum());
        System.out.println(LongStream.range(0, 5000).parallel().map(ParallelStreams::work).reduce(0L, (a, b) -> a ^ b));
        System.out.println(LongStream.range(0, 5000).map(ParallelStreams::work).parallel().reduce(0, Long::sum));
        int[] a = new int[4000];
        Arrays.parallelSetAll(a, i -> (int) work(i + 1));
        System.out.println(Arrays.stream(a).parallel().max().getAsInt() + " " + Arrays.stream(a).parallel().min().getAsInt());
        System.out.println(Arrays.stream(a).parallel().average().getAsDouble());
        System.out.println(Arrays.stream(a).parallel().filter(v -> v > 0).map(v -> v % 1000).average());
        System.out.println(Arrays.stream(a).parallel().filter(v -> v % 3 == 5).max());
        System.out.println(Arrays.stream(a).parallel().anyMatch(v -> v == 7) + " " + Arrays.stream(a).parallel().allMatch(v -> v != 7) + " " + IntStream.range(0, 4000).parallel().noneMatch(i -> a[i] == i));
        int[] sq = IntStream.range(0, 4000).parallel().map(i -> i * i).toArray();
        System.out.println(Arrays.hashCode(sq));
        int[] ev = Arrays.stream(sq).parallel().filter(v -> v % 2 == 0).toArray();
        System.out.println(ev.length + " " + Arrays.hashCode(ev));
        double[] roots = IntStream.rangeClosed(1, 3000).parallel().mapToDouble(Math::sqrt).toArray();
        System.out.println(Arrays.hashCode(roots));
        System.out.printf("%.6f%n", Arrays.stream(roots).parallel().sum());
        System.out.printf("%.6f%n", IntStream.range(0, 3000).parallel().mapToDouble(i -> 1.0 / (i + 1)).sum());
        int wd = 90, ht = 60;
        int[][] img = new int[ht][wd];
        IntStream.range(0, ht).parallel().forEach(r -> IntStream.range(0, wd).forEach(c -> img[r][c] = mandel(c * 3.0 / wd - 2, r * 2.0 / ht - 1, 50)));
        System.out.println(Arrays.deepHashCode(img));
        int[][] rows = IntStream.range(0, 70).parallel().mapToObj(r -> { int[] row = new int[20]; for (int c = 0; c < 20; c++) row[c] = r * c; return row; }).toArray(int[][]::new);
        System.out.println(Arrays.deepHashCode(rows));
        int best = IntStream.range(0, a.length).parallel().reduce((p, q) -> a[q] < a[p] ? q : p).getAsInt();
        System.out.println(best + " " + IntStream.range(0, 0).parallel().reduce((p, q) -> p));
        System.out.println(IntStream.range(0, 5000).parallel().filter(i -> i % 7 == 3).reduce((p, q) -> Math.max(p, q)));
        System.out.println(IntStream.range(0, 4000).parallel().filter(i -> i % 7 == 3).reduce((p, q) -> a[q] < a[p] ? q : p).getAsInt());
        System.out.println(IntStream.range(0, 5000).parallel().boxed().filter(v -> v * v % 7 == 1).mapToInt(Integer::intValue).reduce(0, Integer::sum));
        System.out.println(IntStream.range(0, 5000).parallel().boxed().reduce(0, Integer::sum));
        System.out.println(IntStream.range(0, 5000).parallel().mapToObj(i -> i * 2L).reduce(1L, (p, q) -> Long.max(p, q)));
        IntStream.range(0, 5).parallel().forEachOrdered(i -> System.out.print(i + " "));
        System.out.println();
        int[] h = new int[10];
        IntStream.range(0, 5000).parallel().forEach(i -> { synchronized (h) { h[i % 10]++; } });
        System.out.println(Arrays.toString(h));
        try { IntStream.range(0, 5000).parallel().forEach(i -> a[i] = 5); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getClass().getSimpleName()); }
        boolean[] sieve = new boolean[2000];
        IntStream.rangeClosed(2, 44).parallel().forEach(p -> { for (int q = p * p; q < 2000; q += p) sieve[q] = true; });
        int cnt = 0; for (int i = 2; i < 2000; i++) if (!sieve[i]) cnt++;
        System.out.println(cnt);
        Runnable r = () -> { IntStream.range(0, 100).parallel().forEach(i -> a[i] = i); };
        r.run(); System.out.println(a[50]);
        long hits = LongStream.range(0, 20000).parallel().filter(i -> { double u = (work(i * 2 + 1) >>> 11) * 0x1.0p-53, v = (work(i * 2 + 2) >>> 11) * 0x1.0p-53; return u * u + v * v < 1; }).count();
        System.out.println(hits);
        int lo = 3, hi = 4000;
        System.out.println(IntStream.rangeClosed(lo, hi).parallel().map(i -> { if (i % 2 == 0) return i / 2; if (i % 3 == 0) { return i / 3; } return -i; }).sum());
    }
}
