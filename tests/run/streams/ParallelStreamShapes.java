import java.util.*;
import java.util.function.*;
import java.util.stream.*;
public class ParallelStreamShapes {
    record P(double x, double y) { double to(P o) { return Math.sqrt((x - o.x) * (x - o.x) + (y - o.y) * (y - o.y)); } }
    static final class Body { double x, v, m; Body(double x, double m) { this.x = x; this.m = m; } }
    static final IntUnaryOperator SQ = v -> v * v;
    final List<Integer> own = new ArrayList<>();
    int[] table = {1, 2, 3};
    int lookup(int i) { return table[i % 3]; }
    long run(int n) { return IntStream.range(0, n).parallel().mapToLong(i -> lookup(i) * own.get(i % 10)).sum(); }
    static double near(List<P> ps, int i) { double best = Double.MAX_VALUE; for (int j = 0; j < ps.size(); j++) if (j != i) best = Math.min(best, ps.get(i).to(ps.get(j))); return best; }
    static class Base { int k = 3; void go(int[] a) { IntStream.range(0, a.length).parallel().forEach(i -> a[i] = i * k); } }
    static int[] stat = new int[2000];
    static long total; 
    interface Shape { double area(); }
    enum Kind { A, B }
    public static void main(String[] args) {
        List<P> ps = new ArrayList<>();
        for (int i = 0; i < 150; i++) ps.add(new P(i * 37 % 101, i * 17 % 89));
        int n = ps.size();
        double[][] d = new double[n][n];
        IntStream.range(0, n).parallel().forEach(i -> { for (int j = 0; j < i; j++) { double t = ps.get(i).to(ps.get(j)); d[i][j] = t; d[j][i] = t; } });
        System.out.println(Arrays.deepHashCode(d));
        double[] nearest = IntStream.range(0, n).parallel().mapToDouble(i -> near(ps, i)).toArray();
        System.out.println(Arrays.hashCode(nearest));
        double[] nearest2 = IntStream.range(0, n).parallel().mapToDouble(i -> IntStream.range(0, n).filter(j -> j != i).mapToDouble(j -> d[i][j]).min().getAsDouble()).toArray();
        System.out.println(Arrays.equals(nearest, nearest2));
        List<Integer> xs = new ArrayList<>(); for (int i = 0; i < 2000; i++) xs.add(i % 7);
        int[] sums = new int[2000];
        IntStream.range(1, 1999).parallel().forEach(i -> sums[i] = xs.get(i - 1) + xs.get(i) + xs.get(i + 1));
        System.out.println(Arrays.hashCode(sums));
        try { IntStream.range(0, 2001).forEach(i -> sums[0] += xs.get(i)); } catch (IndexOutOfBoundsException e) { System.out.println(e); }
        IntPredicate even = v -> v % 2 == 0;
        System.out.println(IntStream.range(0, 3000).parallel().filter(even).count());
        System.out.println(IntStream.range(0, 3000).parallel().map(SQ).filter(even.negate()).count());
        ParallelStreamShapes t = new ParallelStreamShapes(); for (int i = 0; i < 10; i++) t.own.add(i);
        System.out.println(t.run(3000));
        int[] a = new int[2000]; new Base().go(a); System.out.println(Arrays.hashCode(a));
        IntStream.range(0, 2000).parallel().forEach(i -> stat[i] = i % 17); total = Arrays.stream(stat).parallel().asLongStream().sum();
        System.out.println(total);
        List<Body> bodies = new ArrayList<>(); for (int i = 0; i < 200; i++) bodies.add(new Body(i, 1 + i % 3));
        bodies.parallelStream().forEach(b -> { double f = 0; for (int k = 0; k < bodies.size(); k++) { double r = bodies.get(k).x - b.x; f += r / (1 + r * r) * bodies.get(k).m; } b.v = f; });
        double e = 0; for (Body b : bodies) e += b.v * b.v; System.out.println(e);
        byte[] bytes = new byte[3000]; short[] shorts = new short[3000]; char[] chars = new char[3000]; float[] floats = new float[3000]; boolean[] flags = new boolean[3000];
        IntStream.range(0, 3000).parallel().forEach(i -> { bytes[i] = (byte) i; shorts[i] = (short) (i * 31); chars[i] = (char) ('a' + i % 26); floats[i] = i * 0.5f; flags[i] = i % 3 == 0; });
        System.out.println(Arrays.hashCode(bytes) + " " + Arrays.hashCode(shorts) + " " + Arrays.hashCode(chars) + " " + Arrays.hashCode(floats) + " " + Arrays.hashCode(flags));
        System.out.println(IntStream.range(5, 5).parallel().sum() + " " + IntStream.range(5, 2).parallel().max() + " " + IntStream.rangeClosed(5, 5).parallel().average() + " " + LongStream.range(0, 0).parallel().reduce(1, (x, y) -> x * y) + " " + Arrays.toString(IntStream.range(7, 3).parallel().toArray()));
        System.out.println(LongStream.rangeClosed(1, 20).parallel().reduce(1L, (x, y) -> x * y));
        System.out.println(Arrays.toString(LongStream.rangeClosed(3, 8).parallel().map(v -> v * v).toArray()));
        System.out.println(Arrays.stream(new double[] {0.5, Double.NaN, 2}).parallel().max().getAsDouble() + " " + Arrays.stream(new double[] {-0.0, 0.0}).parallel().min().getAsDouble());
        long[][] jag = new long[40][]; 
        IntStream.range(0, 40).parallel().forEach(i -> { jag[i] = new long[i]; for (int j = 0; j < i; j++) jag[i][j] = i * j; });
        System.out.println(Arrays.deepHashCode(jag));
        try { IntStream.range(0, 3000).parallel().forEach(i -> a[i] = 1); } catch (RuntimeException x) { System.out.println(x.getClass().getName()); }
        try { System.out.println(IntStream.range(0, 10).parallel().map(i -> 10 / (i - 20)).sum() + " " + IntStream.range(0, 3000).parallel().map(i -> 10 / (i - 200)).sum()); } catch (ArithmeticException x) { System.out.println(x.getClass().getName()); }
        int[] counter = {0};
        IntStream.range(0, 100).forEach(i -> counter[0]++);
        System.out.println(counter[0]);
        String text = "the quick brown fox jumps over the lazy dog again and again";
        System.out.println(text.chars().parallel().filter(ch -> ch == 'o').count());
        System.out.println(IntStream.range(0, text.length()).parallel().filter(i -> text.charAt(i) == 'a').count());
        int[] hist = new int[26];
        IntStream.range(0, 26).parallel().forEach(k -> hist[k] = (int) IntStream.range(0, text.length()).filter(i -> text.charAt(i) - 'a' == k).count());
        System.out.println(Arrays.toString(hist));
    }
}
