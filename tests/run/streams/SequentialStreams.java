import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** Streams that are not parallel: the order of what functions do, exceptions, early ends, numbers that end a range, and what lambdas capture. */
public class SequentialStreams {
    static int calls;
    int field = 5;
    static int noted(int x) {
        calls++;
        return x;
    }
    int byField(int[] a) { return Arrays.stream(a).map(x -> x * field).sum(); }
    int counting(int[] a) {
        Arrays.stream(a).forEach(x -> field += x);
        return field;
    }
    static <T extends Comparable<T>> long above(T[] a, T least) { return Arrays.stream(a).filter(x -> x.compareTo(least) > 0).count(); }
    static long recursive(int n) { return n == 0 ? 1 : IntStream.range(0, n).mapToLong(i -> recursive(i)).sum(); }
    static IntStream given(int[] a) { return Arrays.stream(a); }

    public static void main(String[] args) {
        int[] a = {3, -1, 4, 1, -5, 9, 2, 6};
        StringBuilder log = new StringBuilder();
        int sum = Arrays.stream(a).map(x -> {
            log.append("m").append(x);
            return x * 2;
        }).filter(x -> {
            log.append("f");
            return x > 0;
        }).sum();
        System.out.println(sum + " " + log);
        System.out.println(Arrays.stream(a).map(SequentialStreams::noted).anyMatch(x -> x == 4) + " " + calls);
        System.out.println(IntStream.of(a).allMatch(x -> x > -2) + " " + IntStream.of(a).noneMatch(x -> x > 9) + " " + IntStream.range(3, 3).allMatch(x -> false));
        try {
            IntStream.rangeClosed(-2, 2).forEach(i -> log.append(6 / i));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage() + " " + log.length());
        }
        try {
            Arrays.stream(a).map(x -> a[x]).forEach(x -> log.append(x));
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage() + " " + log);
        }
        System.out.println(IntStream.rangeClosed(Integer.MAX_VALUE - 1, Integer.MAX_VALUE).mapToLong(i -> i).sum() + " " + IntStream.range(5, 2).count() + " " + LongStream.rangeClosed(1, 20).reduce(1, (x, y) -> x * y));
        System.out.println(IntStream.empty().max() + " " + Arrays.stream(a).max() + " " + Arrays.stream(a).average() + " " + Arrays.stream(new double[0]).average() + " " + IntStream.range(0, 0).reduce((x, y) -> x + y));
        double[] d = {1e16, 1.0, -1e16, 0.1, Double.NaN};
        System.out.println(Arrays.stream(d).limit(4).sum() + " " + Arrays.stream(d, 0, 4).sum() + " " + Arrays.stream(Arrays.copyOf(d, 4)).sum() + " " + Arrays.stream(d).sum() + " " + Arrays.stream(d).max() + " " + DoubleStream.of(-0.0, 0.0).min());
        System.out.println(Arrays.stream(Arrays.copyOf(d, 4)).reduce(0, (x, y) -> x + y) + " " + Arrays.stream(new double[] {Double.POSITIVE_INFINITY, 1}).sum() + " " + Arrays.stream(new double[] {0.1, 0.2, 0.3}).average());
        System.out.println(new SequentialStreams().byField(a) + " " + new SequentialStreams().counting(a) + " " + recursive(6) + " " + given(a).map(x -> x + 1).sum());
        int[][] grid = IntStream.range(0, 3).mapToObj(i -> IntStream.range(0, 4).map(j -> i * 10 + j).toArray()).toArray(int[][]::new);
        System.out.println(Arrays.deepToString(grid) + " " + Arrays.toString(IntStream.range(0, 20).filter(i -> i % 7 == 2).map(i -> i * i).toArray()));
        String[] words = {"one", "three", "five", "seven"};
        System.out.println(Arrays.stream(words).mapToInt(String::length).sum() + " " + above(words, "p") + " " + above(new Integer[] {4, 9, 1}, 3) + " " + Arrays.stream(words).anyMatch(w -> w.startsWith("f")));
        System.out.println("hello world".chars().filter(c -> c == 'o').count() + " " + "abc".chars().map(c -> c - 'a').sum());
        IntUnaryOperator twice = x -> x * 2;
        Supplier<Integer> later = () -> Arrays.stream(a).map(twice).sum();
        a[0] = 100;
        System.out.println(later.get() + " " + Arrays.stream(a).mapToObj(x -> "<" + x + ">").reduce("", (x, y) -> x + y));
        long[] cells = new long[1];
        IntStream.range(0, 1000).forEach(i -> { if (i % 2 == 0) return; cells[0] += i; });
        System.out.println(cells[0] + " " + IntStream.range(0, 100).boxed().mapToInt(x -> x).filter(x -> { for (int k = 2; k * k <= x; k++) if (x % k == 0) return false; return x > 1; }).count());
        int[] none = null;
        try {
            System.out.println(Arrays.stream(none).sum());
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        Iterator<Integer> it = Arrays.asList(1, 2, 3).iterator();
        System.out.println(IntStream.range(0, 3).map(i -> it.next() * 10).sum());
        float[] f = new float[4];
        IntStream.range(0, f.length).forEach(i -> f[i] = i / 2f);
        System.out.println(Arrays.toString(f) + " " + IntStream.range(0, f.length).mapToDouble(i -> f[i]).map(Math::sqrt).sum());
    }
}
