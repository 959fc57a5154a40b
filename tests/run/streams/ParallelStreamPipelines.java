import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;
public class ParallelStreamPipelines {
    static long work(long x) { for (int i = 0; i < 10; i++) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; } return x; }
    public static void main(String[] args) throws Exception {
        Map<Integer, Long> h = IntStream.range(0, 5000).parallel().boxed().collect(Collectors.groupingBy(v -> v % 13, Collectors.counting()));
        System.out.println(h);
        System.out.println(IntStream.range(0, 5000).parallel().boxed().collect(Collectors.groupingBy(v -> v * 1000003, TreeMap::new, Collectors.counting())).size());
        System.out.println(IntStream.range(0, 0).parallel().boxed().collect(Collectors.groupingBy(v -> v % 3, Collectors.counting())));
        int[] data = new int[4000];
        for (int i = 0; i < data.length; i++) data[i] = (int) (work(i + 1) & 255);
        System.out.println(Arrays.stream(data).parallel().boxed().collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting())).get(7));
        List<Integer> xs = IntStream.range(0, 3000).parallel().mapToObj(i -> i * i % 101).collect(Collectors.toList());
        System.out.println(xs.hashCode());
        List<Integer> ys = xs.parallelStream().filter(v -> v > 50).map(v -> v * 2).toList();
        System.out.println(ys.hashCode());
        System.out.println(IntStream.range(0, 3000).parallel().map(i -> i * 7 % 13).distinct().sum());
        System.out.println(IntStream.range(0, 3000).parallel().map(i -> i * 7 % 13).sorted().limit(5).boxed().map(String::valueOf).collect(Collectors.joining(",")));
        System.out.println(IntStream.range(0, 20).parallel().mapToObj(i -> "s" + i).collect(Collectors.joining("|")));
        System.out.println(IntStream.range(0, 3000).parallel().mapToDouble(i -> Math.sqrt(i)).boxed().max(Comparator.naturalOrder()).get());
        int[] a = new int[3000]; Arrays.parallelSetAll(a, i -> i % 10);
        int[] b = a.clone();
        Arrays.parallelPrefix(a, Integer::sum); System.out.println(Arrays.hashCode(a));
        Arrays.parallelPrefix(b, (p, q) -> Math.max(p, q)); System.out.println(Arrays.hashCode(b));
        long[] l = new long[3000]; Arrays.parallelSetAll(l, i -> work(i + 5)); Arrays.parallelPrefix(l, (p, q) -> p ^ q); System.out.println(Arrays.hashCode(l));
        Arrays.parallelSort(l); System.out.println(l[0]);
        ForkJoinPool pool = new ForkJoinPool(4);
        pool.submit(() -> IntStream.range(0, 3000).parallel().forEach(i -> a[i] = i * 3)).get();
        System.out.println(Arrays.hashCode(a));
        long s = pool.submit(() -> Arrays.stream(a).parallel().asLongStream().sum()).join();
        System.out.println(s);
        int best = pool.submit(() -> IntStream.range(0, 3000).parallel().filter(i -> a[i] % 7 == 0).max().orElse(-1)).get();
        System.out.println(best);

        pool.shutdown();
        double[][] rows = new double[60][8];
        for (int i = 0; i < 60; i++) for (int j = 0; j < 8; j++) rows[i][j] = (i * 31 + j * 7) % 13 * 0.1;
        double[] sums = Arrays.stream(rows).parallel().mapToDouble(r -> Arrays.stream(r).sum()).toArray();
        System.out.println(Arrays.toString(sums));
        double[] means = Arrays.stream(rows).parallel().mapToDouble(r -> Arrays.stream(r).average().orElse(0)).toArray();
        System.out.println(Arrays.hashCode(means));
        double[][] scaled = Arrays.stream(rows).parallel().map(r -> Arrays.stream(r).map(v -> v * 2).toArray()).toArray(double[][]::new);
        System.out.println(Arrays.deepHashCode(scaled));
        int m = 60;
        double[][] c = IntStream.range(0, m).parallel().mapToObj(i -> IntStream.range(0, m).mapToDouble(j -> { double t = 0; for (int k = 0; k < 8; k++) t += rows[i][k] * rows[j][k]; return t; }).toArray()).toArray(double[][]::new);
        System.out.println(Arrays.deepHashCode(c));
        int[][] g = new int[40][50];
        int[][] next = IntStream.range(0, 40).parallel().mapToObj(y -> { int[] row = new int[50]; for (int x = 0; x < 50; x++) row[x] = g[(y + 39) % 40][x] + x * y % 3; return row; }).toArray(int[][]::new);
        System.out.println(Arrays.deepHashCode(next));
        double[] centres = {1, 5, 9};
        double[] pts = IntStream.range(0, 3000).parallel().mapToDouble(i -> i % 11).toArray();
        int[] label = Arrays.stream(pts).parallel().mapToInt(p -> IntStream.range(0, 3).reduce((x, y) -> Math.abs(p - centres[y]) < Math.abs(p - centres[x]) ? y : x).getAsInt()).toArray();
        System.out.println(Arrays.hashCode(label));
        IntStream.range(0, 3).forEach(k -> { double t = IntStream.range(0, pts.length).parallel().filter(i -> label[i] == k).mapToDouble(i -> pts[i]).sum(); long n = IntStream.range(0, pts.length).parallel().filter(i -> label[i] == k).count(); centres[k] = t / n; });
        System.out.println(Arrays.toString(centres));
        System.out.println(IntStream.iterate(1, i -> i + 1).limit(1000).parallel().map(i -> i * i).filter(i -> i % 3 == 0).count());
        System.out.println(Stream.of(3, 1, 2).parallel().mapToInt(i -> i).max().getAsInt());
    }
}
