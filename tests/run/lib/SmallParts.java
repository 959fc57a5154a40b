import java.io.*;
import java.math.*;
import java.util.*;
import java.util.regex.MatchResult;
import java.util.stream.*;

/** Less known methods of classes that are known well. */
public class SmallParts {
    public static void main(String[] args) throws IOException {
        System.out.println(OptionalInt.of(4).stream().sum() + " " + OptionalDouble.empty().stream().count() + " " + Stream.of(OptionalLong.of(3), OptionalLong.empty()).flatMapToLong(OptionalLong::stream).boxed().toList());
        IntSummaryStatistics s = new IntSummaryStatistics(2, 3, 9, 12);
        s.accept(30);
        System.out.println(s + " " + new DoubleSummaryStatistics(1, 2.5, 2.5, 2.5) + " " + new LongSummaryStatistics(0, 9, 1, 5));
        try {
            new IntSummaryStatistics(1, 5, 2, 7);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Map<Integer, String> byLength = Stream.of("a", "bb", "c").collect(Collectors.toUnmodifiableMap(String::length, x -> x, (x, y) -> x + y));
        System.out.println(new TreeMap<>(byLength));
        System.out.println(new MathContext("precision=5 roundingMode=FLOOR") + " " + new BigDecimal("-1.23456789").round(new MathContext("precision=3 roundingMode=UP")));
        System.out.println(UUID.nameUUIDFromBytes("hello".getBytes()) + " " + UUID.nameUUIDFromBytes(new byte[0]).version());
        CharArrayWriter w = new CharArrayWriter(8);
        w.append("abc").append('d').append("xyz", 1, 2);
        StringWriter to = new StringWriter();
        w.writeTo(to);
        System.out.println(to);
        Scanner in = new Scanner("k1=v1, k2=v2,k3");
        System.out.println(in.delimiter() + " " + in.findAll("(\\w+)=(\\w+)").map(m -> m.group(2) + m.start()).toList());
        System.out.println(new Scanner("a-b").useDelimiter("-").delimiter() + " " + new Scanner("7 x").useRadix(8).reset().radix());
        System.out.println(new IndexOutOfBoundsException(5L).getMessage() + " " + new ClassNotFoundException("c", new IOException("io")).getCause());
    }
}
