// Iterators and spliterators of primitives: written by hand, of arrays and streams, split, and made into streams again.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

public class PrimitiveSpliterators {
    static class Count implements PrimitiveIterator.OfInt {
        private final int end;
        private int n;

        Count(int end) {
            this.end = end;
        }

        @Override
        public boolean hasNext() {
            return n < end;
        }

        @Override
        public int nextInt() {
            if (n >= end) throw new NoSuchElementException("after " + n);
            return n++;
        }
    }

    static class Doubling extends Spliterators.AbstractSpliterator<Long> {
        private long at = 1;

        Doubling() {
            super(5, Spliterator.SIZED | Spliterator.ORDERED);
        }

        @Override
        public boolean tryAdvance(Consumer<? super Long> action) {
            if (at > 16) return false;
            action.accept(at);
            at *= 2;
            return true;
        }
    }

    static class Squares implements Spliterator.OfLong {
        private long n;

        @Override
        public boolean tryAdvance(LongConsumer action) {
            if (n >= 4) return false;
            action.accept(n * n++);
            return true;
        }

        @Override
        public Spliterator.OfLong trySplit() {
            return null;
        }

        @Override
        public long estimateSize() {
            return Long.MAX_VALUE;
        }

        @Override
        public int characteristics() {
            return ORDERED;
        }
    }

    static void split(Spliterator.OfInt right) {
        Spliterator.OfInt left = right.trySplit();
        StringBuilder b = new StringBuilder();
        if (left != null) left.forEachRemaining((IntConsumer) v -> b.append(v).append(' '));
        b.append("| ");
        right.forEachRemaining((IntConsumer) v -> b.append(v).append(' '));
        System.out.println(b + " " + right.estimateSize() + " " + right.hasCharacteristics(Spliterator.SIZED));
    }

    static <T, C> void boxed(PrimitiveIterator<T, C> it, C action) {
        if (it.hasNext()) System.out.print("first " + it.next() + ":");
        it.forEachRemaining(action);
        System.out.println();
    }

    public static void main(String[] args) {
        Count count = new Count(3);
        System.out.println(count.next() + count.nextInt());
        Iterator<Integer> plain = count;
        System.out.println(plain.next() + " " + plain.hasNext());
        try {
            plain.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        new Count(2).forEachRemaining((Integer n) -> System.out.print(n + ";"));
        new Count(2).forEachRemaining((int n) -> System.out.println(n));
        boxed(new Count(4), (int n) -> System.out.print(" " + n));
        boxed(LongStream.of(7, 8).iterator(), (LongConsumer) n -> System.out.print(" " + n));
        List<Integer> all = new ArrayList<>();
        for (int n : (Iterable<Integer>) () -> new Count(3)) all.add(n);
        System.out.println(all);

        split(Arrays.spliterator(new int[] { 1, 2, 3, 4, 5 }));
        split(Arrays.spliterator(new int[] { 1, 2, 3, 4, 5 }, 1, 2));
        split(Spliterators.spliterator(new Count(3), 3, 0));
        try {
            Spliterators.spliterator(new double[2], 1, 4, 0);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        Spliterator<String> words = Arrays.spliterator(new String[] { "a", "b", "c", "d" });
        Spliterator<String> half = words.trySplit();
        System.out.println(half.tryAdvance(w -> System.out.print(w + " ")) + " " + half.estimateSize() + " " + words.estimateSize());
        System.out.println(StreamSupport.stream(words, false).toList());

        System.out.println(StreamSupport.intStream(Spliterators.spliterator(new Count(5), 5, 0), false).map(n -> n * n).sum());
        System.out.println(StreamSupport.longStream(new Squares(), false).boxed().toList());
        System.out.println(StreamSupport.doubleStream(DoubleStream.of(1.5, 2.5).spliterator(), true).average().getAsDouble());
        System.out.println(StreamSupport.stream(new Doubling(), false).map(n -> "n" + n).toList() + " " + new Doubling().getExactSizeIfKnown());
        Spliterator<Integer> some = Stream.of(4, 5, 6).spliterator();
        some.tryAdvance(n -> System.out.print(n + ", then "));
        some.forEachRemaining(n -> System.out.print(n + " "));
        System.out.println();
        Spliterator.OfInt odd = IntStream.range(0, 10).filter(n -> n % 2 == 1).spliterator();
        int[] total = new int[1];
        while (odd.tryAdvance((int n) -> total[0] += n)) { }
        odd.tryAdvance((Integer n) -> total[0] = 0);
        System.out.println(total[0]);
        Iterator<String> again = Spliterators.iterator(Stream.of("x", "y").spliterator());
        System.out.println(again.next() + again.next() + again.hasNext());
        PrimitiveIterator.OfInt ints = Spliterators.iterator(Arrays.spliterator(new int[] { 8, 9 }));
        System.out.println(ints.nextInt() + ints.next() + " " + ints.hasNext());
        try {
            Arrays.spliterator(new int[1]).getComparator();
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        System.out.println(Spliterators.emptyIntSpliterator().tryAdvance((int n) -> System.out.println(n)));
    }
}
