import java.io.*;
import java.math.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.atomic.*;
import java.util.regex.*;
import java.util.stream.*;

/** Methods of the library that take parts of something, and others that are seldom called. */
public class Ranges {
    interface Try { Object get() throws Exception; }

    static void show(String name, Try body) {
        try {
            System.out.println(name + " " + body.get());
        } catch (Exception e) {
            System.out.println(name + " " + e);
        }
    }

    static void numbers() {
        show("parse", () -> Integer.parseInt("ab-77cd", 2, 5, 10));
        show("parse", () -> Integer.parseInt("7f", 0, 2, 16));
        show("parse", () -> Integer.parseInt("x99999999999", 1, 12, 10));
        show("parse", () -> Integer.parseInt("12-", 2, 3, 10));
        show("parse", () -> Integer.parseInt("12", 1, 1, 10));
        show("parse", () -> Integer.parseInt("12", 0, 3, 10));
        show("parse", () -> Integer.parseInt("12", 0, 2, 77));
        show("parse", () -> Integer.parseInt("-2147483648", 0, 11, 10) + Integer.parseUnsignedInt(".4294967295.", 1, 11, 10));
        show("parse", () -> Long.parseLong("[-9223372036854775808]", 1, 21, 10));
        show("parse", () -> Long.parseLong("9223372036854775808", 0, 19, 10));
        show("parse", () -> Long.parseUnsignedLong("<ffffffffffffffff>", 1, 17, 16));
        show("unsigned", () -> Long.toUnsignedString(-1L, 16) + " " + Long.toUnsignedString(-5L, 7) + " " + Long.toUnsignedString(99L, 36));
        System.setProperty("ranges.n", "0x20");
        show("property", () -> Integer.getInteger("ranges.n", 3) + " " + Integer.getInteger("ranges.none", 3) + " " + Long.getLong("ranges.n", 4));
        show("hex", () -> Float.toHexString(1.5f) + " " + Float.toHexString(-Float.MIN_VALUE) + " " + Float.toHexString(Float.MAX_VALUE)
            + " " + Float.toHexString(1e-40f) + " " + Float.toHexString(0f) + " " + Float.toHexString(Float.NaN));
        show("exact", () -> new BigInteger("-32768").shortValueExact() + " " + new BigDecimal("127.00").byteValueExact());
        show("exact", () -> new BigInteger("32768").shortValueExact());
        show("exact", () -> new BigDecimal("128").byteValueExact());
        show("bytes", () -> new BigInteger(new byte[] {9, -1, 2, 9}, 1, 2) + " " + new BigInteger(-1, new byte[] {9, 1, 2, 9}, 1, 2));
        show("prime", () -> {
            BigInteger p = BigInteger.probablePrime(60, new Random(5));
            return p.bitLength() + " " + p.isProbablePrime(20);
        });
        show("digits", () -> Integer.parseInt("\u0663\u0661") + " " + Character.digit('\u096f', 10) + " " + Character.digit('\u0be7', 10)
            + " " + Character.digit(0x1d7d9, 10) + " " + Character.getNumericValue('\u0e53') + " " + Character.digit('\u00b2', 10));
        show("index", () -> Objects.checkIndex(5L, 9L) + Objects.checkFromToIndex(1L, 3L, 4L) + Objects.checkFromIndexSize(2L, 2L, 4L));
        show("index", () -> Objects.checkIndex(9L, 9L));
        show("index", () -> Objects.checkFromToIndex(3L, 1L, 4L));
        show("index", () -> Objects.checkFromIndexSize(3L, 2L, 4L));
    }

    static void arrays() {
        int[] a = {5, 1, 4, 2, 3}, b = {0, 1, 4, 9};
        show("ints", () -> Arrays.equals(a, 1, 3, b, 1, 3) + " " + Arrays.mismatch(a, 1, 4, b, 1, 4) + " " + Arrays.mismatch(a, 1, 3, b, 1, 4)
            + " " + Arrays.compare(a, 1, 4, b, 1, 4) + " " + Arrays.compare(a, 1, 3, b, 1, 4) + " " + Arrays.mismatch(a, 1, 3, b, 1, 3));
        show("unsigned", () -> Arrays.compareUnsigned(new int[] {-1}, new int[] {1}) + " " + Arrays.compareUnsigned(new byte[] {1, -1}, new byte[] {1, 1})
            + " " + Arrays.compareUnsigned(new long[] {1, 2}, new long[] {1}) + " " + Arrays.compareUnsigned((short[]) null, null));
        show("ranges", () -> Arrays.equals(a, 1, 9, b, 1, 3));
        show("ranges", () -> Arrays.compare(a, 3, 2, b, 1, 3));
        show("doubles", () -> Arrays.equals(new double[] {0.0, Double.NaN}, 0, 2, new double[] {0.0, Double.NaN}, 0, 2)
            + " " + Arrays.compare(new double[] {0.0}, 0, 1, new double[] {-0.0}, 0, 1) + " " + Arrays.mismatch(new float[] {0f}, 0, 1, new float[] {-0f}, 0, 1));
        show("others", () -> Arrays.compare(new char[] {'a', 'x'}, 1, 2, new char[] {'b'}, 0, 1) + " " + Arrays.compare(new boolean[] {true}, 0, 1, new boolean[] {false}, 0, 1)
            + " " + Arrays.equals(new Object[] {"a", 1}, 0, 2, new Object[] {1, "a", 1}, 1, 3) + " " + Arrays.mismatch(new String[] {"A", "b"}, new String[] {"a", "c"}, String.CASE_INSENSITIVE_ORDER));
        int[] c = {5, 1, 4, 2, 3, 0};
        Arrays.parallelSort(c, 1, 5);
        Arrays.parallelPrefix(c, 2, 5, Integer::sum);
        System.out.println(Arrays.toString(c) + Arrays.stream(new long[] {1, 2, 3, 4}, 1, 3).sum());
        String[] s = {"d", "c", "b", "a"};
        Arrays.parallelSort(s, 0, 3);
        Arrays.parallelSort(s, 2, 4, Comparator.reverseOrder());
        System.out.println(Arrays.toString(s));
        System.out.println(BitSet.valueOf(new byte[] {5, 0, (byte) 0x80}) + " " + BitSet.valueOf(new byte[9]));
        ArrayDeque<Integer> deque = new ArrayDeque<>(List.of(1, 2, 3)), copy = deque.clone();
        deque.poll();
        System.out.println(deque + " " + copy);
    }

    static void streams() {
        System.out.println(Stream.of(1, 2, 3).flatMapToLong(i -> LongStream.range(0, i)).sum() + " " + Stream.of(1, 2).flatMapToDouble(i -> DoubleStream.of(i, i / 2.0)).sum());
        System.out.println(IntStream.builder().add(3).add(4).build().sum() + " " + DoubleStream.builder().add(0.5).build().boxed().collect(Collectors.toList()));
        LongStream.Builder many = LongStream.builder();
        for (long i = 0; i < 40; i++) many.accept(i);
        System.out.println(many.build().sum() + " " + List.of(1, 2, 3).parallelStream().map(i -> i * i).collect(Collectors.toList()));
        System.out.println(Optional.of("x").stream().count() + " " + Optional.empty().stream().count());
        PrimitiveIterator.OfInt it = IntStream.range(0, 4).iterator();
        it.nextInt();
        int[] sum = {0};
        it.forEachRemaining((int i) -> sum[0] += i);
        System.out.println(sum[0]);
        Enumeration<Integer> e = Collections.enumeration(List.of(7, 8));
        e.nextElement();
        e.asIterator().forEachRemaining(System.out::println);
        System.out.println(Map.Entry.copyOf(new AbstractMap.SimpleEntry<>("k", 1)));
        SplittableRandom r = new SplittableRandom(11);
        System.out.println(r.ints(3).sum() + " " + r.ints(4, 0, 10).boxed().collect(Collectors.toList()) + " " + r.doubles(2, 1, 2).sum() + " " + r.longs(2).sum());
        CharSequence text = new StringBuilder("ab\uD83D\uDE00");
        System.out.println(text.chars().sum() + " " + text.codePoints().max().getAsInt() + " " + "a\uD83D\uDE00b\uD83D\uDE00c".lastIndexOf(0x1F600) + " " + "a\uD83D\uDE00b".codePointCount(0, 2));
        show("points", () -> text.toString().codePointCount(0, 9));
        show("points", () -> Character.codePointCount("x\uD83D\uDE00y".toCharArray(), 1, 3) + " " + Character.offsetByCodePoints("x\uD83D\uDE00y", 0, 2)
            + " " + Character.offsetByCodePoints("x\uD83D\uDE00y".toCharArray(), 1, 3, 1, 1) + " " + Character.codePointBefore("x\uD83D\uDE00".toCharArray(), 3, 1));
    }

    static void text() throws Exception {
        Matcher m = Pattern.compile("(?<key>\\w+)=(?<value>\\d+)").matcher("a=1, bc=22; d=");
        while (m.find()) System.out.println(m.group("key") + m.start("value") + "-" + m.end("value"));
        System.out.println(m.reset().results().map(r -> r.group(2) + "@" + r.start()).collect(Collectors.toList()));
        System.out.println(m.replaceFirst(r -> "<" + r.group(1) + ">"));
        m.reset();
        m.find();
        MatchResult first = m.toMatchResult();
        m.find();
        System.out.println(first.group() + " " + m.group() + " " + m.usePattern(Pattern.compile("\\w")).find() + m.group());
        System.out.println(Stream.of("a1", "b", "22").filter(Pattern.compile("\\d+").asPredicate()).count() + " " + Stream.of("a1", "22").filter(Pattern.compile("\\d+").asMatchPredicate()).count()
            + " " + Pattern.compile(",").splitAsStream("x,y,,z,,").collect(Collectors.toList()));
        byte[] utf = "\u00e4\u00f6\u00fc".getBytes(StandardCharsets.UTF_8);
        System.out.println(new String(utf, 2, 2, StandardCharsets.UTF_8).length() + " " + new String(utf, 0, 4, "ISO-8859-1").length());
        show("bytes", () -> new String(utf, 5, 2, StandardCharsets.UTF_8));
        System.out.println(new UUID(0x0123456789abcdefL, 0x8edcba9876543210L) + " " + UUID.fromString("0-1-2-3-4") + " " + UUID.randomUUID().version()
            + " " + new UUID(1, 2).hashCode() + " " + new UUID(1, 2).compareTo(new UUID(1, -2)) + " " + UUID.randomUUID().toString().length());
        show("uuid", () -> UUID.fromString("1-2"));
        AtomicInteger n = new AtomicInteger(4);
        System.out.println(n.compareAndExchange(4, 5) + " " + n.compareAndExchange(4, 6) + " " + n.getPlain() + n.weakCompareAndSetPlain(5, 7) + n);
        Scanner s = new Scanner("\u0664\u0662 1,234 \u0663.\u0665 5.5 ff z tail of it");
        System.out.println(s.nextInt() + " " + s.nextInt() + " " + s.nextDouble() + " " + s.hasNextBigDecimal() + s.nextBigDecimal() + " " + s.nextLong(16) + " " + s.hasNextByte(36) + s.nextByte(36));
        System.out.println(s.findWithinHorizon("o.", 4) + s.findWithinHorizon("o.", 0) + s.tokens().collect(Collectors.toList()));
    }

    static void files() throws Exception {
        Path folder = Files.createTempDirectory("ranges");
        Path a = folder.resolve("a.txt"), b = folder.resolve(Path.of("b.txt"));
        Files.write(a, List.of("one", "zw\u00f6lf"), StandardCharsets.UTF_8);
        Files.copy(a, b);
        try {
            Files.copy(a, b);
        } catch (FileAlreadyExistsException e) {
            System.out.println("there already");
        }
        Files.copy(a, b, StandardCopyOption.REPLACE_EXISTING);
        System.out.println(Files.readString(b, StandardCharsets.UTF_8).length() + " " + Files.readAllLines(b, StandardCharsets.UTF_8) + Files.lines(a, StandardCharsets.UTF_8).count());
        Files.move(b, folder.resolve("c.txt"));
        System.out.println(Files.list(folder).map(p -> p.getFileName().toString()).sorted().collect(Collectors.toList()) + " " + Files.notExists(b));
        Files.createDirectories(folder.resolve("within/deep"));
        Files.writeString(folder.resolve("within/deep/d.txt"), "d");
        System.out.println(Files.walk(folder).filter(Files::isRegularFile).map(p -> p.getFileName().toString()).sorted().collect(Collectors.toList())
            + " " + Files.walk(folder, 1).count() + " " + Files.walk(folder.resolve("within")).map(p -> p.getFileName().toString()).toList());
        for (String made : new String[] {"within/deep/d.txt", "within/deep", "within"}) Files.delete(folder.resolve(made));
        try (PrintWriter out = new PrintWriter(a.toFile(), "UTF-8")) {
            out.append("abcdef", 1, 3).format(Locale.ROOT, "%d", 5);
        }
        try (BufferedReader in = Files.newBufferedReader(a, StandardCharsets.UTF_8)) {
            System.out.println(in.readLine());
        }
        byte[] buffer = new byte[8];
        try (InputStream in = new FileInputStream(a.toFile())) {
            System.out.println(in.readNBytes(buffer, 1, 7) + " " + buffer[1]);
        }
        for (String name : new String[] {"a.txt", "c.txt"}) Files.delete(folder.resolve(name));
        Files.delete(folder);
        System.out.println(Path.of("/a/./b/../c").normalize() + " " + Path.of("../x/../y").normalize() + " " + Path.of("/a/b").startsWith("/a") + Path.of("/ab").startsWith("/a")
            + Path.of("a/b/c").endsWith("b/c") + " " + Path.of("/a/b").getName(1) + Path.of("/a/b").getRoot() + " " + Path.of("a/b").resolveSibling("c") + Path.of("a").isAbsolute());
        System.out.println(new StringWriter().append("abc", 1, 2).append('x') + " " + new String(new ByteArrayInputStream(new byte[] {65, 66, 67}).readNBytes(2)));
    }

    public static void main(String[] args) throws Exception {
        numbers();
        arrays();
        streams();
        text();
        files();
    }
}
