import java.util.Arrays;
import java.util.stream.IntStream;

/** Parallel streams in methods that the iterations of other parallel streams call: loops of the iteration. */
public class StreamsInMethods {
    private final int[] weights;

    StreamsInMethods(int[] weights) { this.weights = weights; }

    static void scale(double[][] a, int i, double by) {
        IntStream.range(0, a[i].length).parallel().forEach(j -> a[i][j] = a[i][j] * by + i);
    }

    static double total(double[][] a, int i) {
        return IntStream.range(0, a[i].length).parallel().mapToDouble(j -> a[i][j]).sum();
    }

    static int least(int[][] m, int i) {
        return Arrays.stream(m[i]).parallel().map(x -> x * 3 - 7).min().orElse(99);
    }

    static long even(int[][] m, int i) {
        return IntStream.range(0, m[i].length).parallel().filter(j -> m[i][j] % 2 == 0).count();
    }

    /** By way of another method. */
    static int spread(int[][] m, int i) { return greatest(m, i) * 3 - greatest(m, m.length - 1 - i); }

    static int greatest(int[][] m, int i) {
        return Arrays.stream(m[i]).parallel().reduce(-1000, Math::max);
    }

    static boolean has(int[][] m, int i, int wanted) {
        return IntStream.range(0, m[i].length).parallel().anyMatch(j -> m[i][j] == wanted);
    }

    int weighted(int[][] m, int i) {
        return IntStream.range(0, m[i].length).parallel().map(j -> m[i][j] * weights[j % weights.length]).sum();
    }

    static int[][] numbers(int rows, int columns) {
        int[][] m = new int[rows][columns];
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++) m[i][j] = (i * 31 + j * 17) % 97 - 40;
        return m;
    }

    static void run(int rows, int columns) {
        int[][] m = numbers(rows, columns);
        double[][] a = new double[rows][columns];
        IntStream.range(0, rows).parallel().forEach(i -> {
            for (int j = 0; j < a[i].length; j++) a[i][j] = m[i][j];
        });
        IntStream.range(0, rows).parallel().forEach(i -> scale(a, i, 2));
        double[] totals = new double[rows];
        IntStream.range(0, rows).parallel().forEach(i -> totals[i] = total(a, i));
        int[] least = IntStream.range(0, rows).parallel().map(i -> least(m, i)).toArray();
        long[] even = new long[rows];
        int[] spread = new int[rows];
        boolean[] has = new boolean[rows];
        int[] weighted = new int[rows];
        StreamsInMethods by = new StreamsInMethods(new int[] {1, -2, 3});
        IntStream.range(0, rows).parallel().forEach(i -> {
            even[i] = even(m, i);
            spread[i] = spread(m, i);
            has[i] = has(m, i, 5);
        });
        IntStream.range(0, rows).parallel().forEach(i -> weighted[i] = by.weighted(m, i));
        System.out.println(rows + " x " + columns + ": " + Arrays.stream(totals).sum() + " " + Arrays.hashCode(totals) + " " + Arrays.hashCode(least) + " "
            + Arrays.hashCode(even) + " " + Arrays.hashCode(spread) + " " + Arrays.hashCode(has) + " " + Arrays.hashCode(weighted));
    }

    public static void main(String[] args) {
        int[][] sizes = {{0, 3}, {1, 0}, {1, 1}, {5, 33}, {300, 100}, {40, 1000}};
        for (int[] s : sizes) run(s[0], s[1]);
        // Rows of lengths of their own, and an index that fails in one.
        double[][] ragged = new double[20][];
        for (int i = 0; i < 20; i++) ragged[i] = new double[i % 7];
        IntStream.range(0, 20).parallel().forEach(i -> scale(ragged, i, 3));
        System.out.println(Arrays.deepToString(ragged));
        int[][] m = numbers(6, 40);
        int[] out = new int[6];
        int[] table = new int[30];
        try {
            IntStream.range(0, 6).parallel().forEach(i -> out[i] = looked(m, table, i));
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("no such place");
        }
    }

    static int looked(int[][] m, int[] table, int i) {
        return IntStream.range(0, m[i].length).parallel().map(j -> table[m[i][j] + 40]).sum();
    }
}
