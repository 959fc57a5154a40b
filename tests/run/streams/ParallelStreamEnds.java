//! on: interp seq cpu bare java style
import java.util.stream.IntStream;

/** Ranges that reach the least and the greatest numbers, which no device counts up to. */
public class ParallelStreamEnds {
    public static void main(String[] args) {
        System.out.println(IntStream.rangeClosed(Integer.MAX_VALUE - 2, Integer.MAX_VALUE).parallel().mapToLong(i -> i).sum());
        int lo = Integer.MIN_VALUE, hi = Integer.MIN_VALUE + 2;
        System.out.println(IntStream.rangeClosed(lo, hi).parallel().mapToLong(i -> i).sum());
    }
}
