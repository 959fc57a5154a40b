import java.util.*;
import java.util.stream.*;
public class ParallelStreamLists {
    record City(String name, double lat, double lon) { }
    static final class P { final double x, y; int cell; P(double x, double y) { this.x = x; this.y = y; } double norm() { return Math.sqrt(x * x + y * y); } }
    public static void main(String[] args) {
        List<Integer> xs = new ArrayList<>();
        for (int i = 0; i < 3000; i++) xs.add(i * 7 % 1001);
        System.out.println(xs.parallelStream().mapToInt(x -> x).sum());
        System.out.println(xs.parallelStream().mapToInt(Integer::intValue).max().getAsInt());
        System.out.println(xs.stream().parallel().filter(x -> x % 2 == 0).mapToLong(x -> (long) x * x).sum());
        System.out.println(xs.parallelStream().reduce(0, Integer::sum));
        System.out.println(xs.parallelStream().filter(x -> x > 500).count());
        System.out.println(xs.parallelStream().anyMatch(x -> x == 1000));
        List<Double> ds = new LinkedList<>();
        for (int i = 0; i < 100; i++) ds.add(i * 0.5);
        System.out.println(ds.parallelStream().mapToDouble(d -> d * 2).max().getAsDouble());
        List<P> ps = new ArrayList<>();
        for (int i = 0; i < 2000; i++) ps.add(new P(i % 37, i % 11));
        System.out.println(ps.parallelStream().mapToDouble(P::norm).max().getAsDouble());
        System.out.println(ps.parallelStream().mapToDouble(p -> Math.sin(p.x) + p.y).min().getAsDouble());
        ps.parallelStream().forEach(p -> p.cell = (int) (Math.sqrt(p.x) * 2));
        System.out.println(ps.stream().mapToInt(p -> p.cell).sum());
        List<City> cs = List.of(new City("a", 1, 2), new City("b", 3, 4));
        System.out.println(cs.parallelStream().mapToDouble(City::lat).max().getAsDouble());
        String[] words = "the quick brown fox jumps over the lazy dog".split(" ");
        System.out.println(Arrays.stream(words).parallel().mapToInt(String::length).sum());
        System.out.println(Arrays.asList(words).parallelStream().mapToInt(w -> w.length()).max().getAsInt());
        double[][] rows = new double[60][8];
        for (int i = 0; i < 60; i++) for (int j = 0; j < 8; j++) rows[i][j] = (i * 31 + j * 7) % 13;
        double[] sums = Arrays.stream(rows).parallel().mapToDouble(r -> Arrays.stream(r).sum()).toArray();
        System.out.println(Arrays.toString(sums));
        double[] mx = Arrays.stream(rows).parallel().mapToDouble(r -> Arrays.stream(r).max().getAsDouble()).toArray();
        System.out.println(Arrays.hashCode(mx));
        int[] lens = Arrays.stream(rows).parallel().mapToInt(r -> r.length).toArray();
        System.out.println(Arrays.hashCode(lens));
        double[] means = Arrays.stream(rows).parallel().mapToDouble(r -> Arrays.stream(r).average().orElse(0)).toArray();
        System.out.println(Arrays.hashCode(means));
        double[][] scaled = Arrays.stream(rows).parallel().map(r -> Arrays.stream(r).map(v -> v * 2).toArray()).toArray(double[][]::new);
        System.out.println(Arrays.deepHashCode(scaled));
        double[][] c = IntStream.range(0, 60).parallel().mapToObj(i -> IntStream.range(0, 60).mapToDouble(j -> { double s = 0; for (int k = 0; k < 8; k++) s += rows[i][k] * rows[j][k]; return s; }).toArray()).toArray(double[][]::new);
        System.out.println(Arrays.deepHashCode(c));
    }
}
