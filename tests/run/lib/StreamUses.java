// A stream is for one operation; what is counted without being made runs no stage; what is not asked for is not made.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class StreamUses {
    static void t(String what, Supplier<Object> s) {
        System.out.print(what + ": ");
        try { System.out.println(s.get()); } catch (RuntimeException e) { System.out.println(e); }
    }
    static <T> T seen(T v) { System.out.print("<" + v + ">"); return v; }

    public static void main(String[] args) {
        List<Integer> list = List.of(3, 1, 2);
        t("twice", () -> { Stream<Integer> s = list.stream(); s.forEach(StreamUses::seen); return s.count(); });
        t("stage and end", () -> { Stream<Integer> s = list.stream(); s.map(x -> x + 1); return s.toList(); });
        t("chained", () -> { Stream<Integer> s = list.stream(); Stream<Integer> m = s.filter(x -> x > 1); m.findFirst(); return m.anyMatch(x -> true); });
        t("ints", () -> { IntStream s = IntStream.range(0, 4); return s.sum() + s.max().getAsInt(); });
        t("longs", () -> { LongStream s = LongStream.rangeClosed(1, 4); return s.sum() + s.sorted().sum(); });
        t("doubles", () -> { DoubleStream s = DoubleStream.of(1, 2); return s.average().getAsDouble() + s.boxed().count(); });
        t("closed", () -> { Stream<Integer> s = list.stream(); s.close(); return s.count(); });
        t("concat", () -> { Stream<Integer> s = list.stream(); return Stream.concat(s, s).toList(); });
        t("iterator", () -> { Stream<Integer> s = list.stream(); return s.iterator().next() + s.iterator().next(); });
        t("same", () -> { Stream<Integer> s = list.stream().parallel().sequential(); return s.reduce(Integer::sum) + " " + s.min(Comparator.naturalOrder()); });
        t("none", () -> list.stream().noneMatch(x -> x > 5) + "" + list.stream().max(Comparator.naturalOrder()) + list.stream().findAny());

        t("count of map", () -> list.stream().map(StreamUses::seen).count());
        t("count of peek", () -> list.stream().peek(StreamUses::seen).sorted().count());
        t("count of filter", () -> list.stream().filter(x -> seen(x) > 1).count());
        t("count of limit", () -> list.stream().peek(StreamUses::seen).limit(2).count());
        t("count of range", () -> IntStream.rangeClosed(1, 5).peek(StreamUses::seen).mapToObj(x -> "" + seen(x)).count());
        t("count of range 2", () -> LongStream.range(5, 3).peek(StreamUses::seen).asDoubleStream().count());
        t("count of range 3", () -> IntStream.range(Integer.MIN_VALUE, Integer.MAX_VALUE).count());
        t("count of distinct", () -> IntStream.of(1, 2, 2).peek(StreamUses::seen).distinct().count());
        t("count of concat", () -> Stream.concat(list.stream().peek(StreamUses::seen), Stream.of(4)).count());
        t("count of flat", () -> list.stream().flatMap(x -> Stream.of(x, x).peek(StreamUses::seen)).count());
        t("count of doubles", () -> DoubleStream.of(2, 1).peek(StreamUses::seen).sorted().count());
        t("count of generated", () -> Stream.iterate(1, x -> x < 4, x -> x + 1).peek(StreamUses::seen).count());
        t("nothing asked", () -> { IntStream.of(3, 1).peek(StreamUses::seen).sorted(); Stream.of(1).peek(StreamUses::seen); return ""; });
        t("sorted", () -> IntStream.of(3, 1, 2).peek(StreamUses::seen).sorted().limit(2).boxed().map(StreamUses::seen).toList());
        t("sorted 2", () -> DoubleStream.of(3, -1).sorted().peek(StreamUses::seen).toArray().length + " " + LongStream.of(3, 1).sorted().boxed().toList());
        t("first", () -> list.stream().peek(StreamUses::seen).map(x -> x * 2).findFirst());
        t("one of many", () -> IntStream.iterate(1, x -> x + 1).peek(StreamUses::seen).filter(x -> x % 3 == 0).findFirst());
        t("statistics", () -> IntStream.of(3, 1).summaryStatistics() + " " + IntStream.of(3, 1).reduce((a, b) -> a * 10 + b) + Arrays.toString(LongStream.of(2, 1).toArray()));
        t("sums", () -> DoubleStream.of(1, 2).sum() + " " + DoubleStream.of(1, 2).average() + LongStream.of(1, 2).average() + DoubleStream.of(3, 4).max());
        Iterable<Integer> squares = () -> Stream.iterate(1, x -> x + 1).map(x -> x * x).iterator();
        t("of an iterable", () -> StreamSupport.stream(squares.spliterator(), false).filter(x -> x % 2 == 1).limit(4).toList());
        t("of an iterator", () -> StreamSupport.stream(Spliterators.spliteratorUnknownSize(list.iterator(), Spliterator.ORDERED), true).map(x -> -x).reduce(0, Integer::sum));
        t("of a list", () -> StreamSupport.stream(list.spliterator(), false).peek(StreamUses::seen).count());
        t("of no size", () -> StreamSupport.stream(((Iterable<Integer>) list::iterator).spliterator(), false).peek(StreamUses::seen).count());
        t("of lines", () -> "a\nb".lines().peek(StreamUses::seen).count());
        t("advanced", () -> { Spliterator<Integer> s = list.spliterator(); s.tryAdvance(StreamUses::seen); return s.estimateSize() + " " + StreamSupport.stream(s, false).collect(Collectors.toList()) + s.tryAdvance(StreamUses::seen); });
    }
}
