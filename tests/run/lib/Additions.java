import java.util.*;
import java.util.function.*;
import java.util.stream.*;
import java.lang.ref.*;
public class Additions {
    enum Color { RED, GREEN { int f() { return 2; } }; int f() { return 1; } }
    static void t(Supplier<?> r) {
        try { Object o = r.get(); System.out.println(o instanceof byte[] ? Arrays.toString((byte[]) o) : o); } catch (RuntimeException e) { System.out.println(e); }
    }

    static void hex() {
        HexFormat f = HexFormat.of(), g = HexFormat.ofDelimiter(", ").withPrefix("0x").withUpperCase(), h = HexFormat.ofDelimiter(":").withSuffix("#");
        byte[] b = {0, 1, -1, 127, -128, 60};
        for (HexFormat x : List.of(f, g, h)) {
            t(() -> x.formatHex(b)); t(() -> x.parseHex(x.formatHex(b))); t(() -> x.formatHex(b, 1, 3)); t(() -> x); t(() -> x.toHexDigits((byte) 5));
            t(() -> x.toHexDigits(-2)); t(() -> x.toHexDigits(255L)); t(() -> x.toHexDigits('z')); t(() -> x.toHexDigits((short) -3)); t(() -> x.toHexDigits(0xabcdL, 3));
        }
        t(() -> f.formatHex(b, 3, 9)); t(() -> f.toHexDigits(1L, 17)); t(() -> f.parseHex("0")); t(() -> f.parseHex("0g")); t(() -> f.parseHex(""));
        t(() -> g.parseHex("0xFF,0x01")); t(() -> g.parseHex("0xFF, 1x01")); t(() -> g.parseHex("0xFF; 0x01")); t(() -> HexFormat.fromHexDigit('g'));
        t(() -> HexFormat.fromHexDigits("123456789")); t(() -> HexFormat.fromHexDigits("fFfFfFfE")); t(() -> HexFormat.fromHexDigitsToLong("123456789"));
        t(() -> f.equals(HexFormat.of().withDelimiter(""))); t(() -> HexFormat.fromHexDigits("12", 1, 5)); t(() -> HexFormat.ofDelimiter(null));
    }

    public static void main(String[] args) {
        hex();
        System.out.println(Enum.valueOf(Color.class, "GREEN").f());
        try { Enum.valueOf(Color.class, "BLUE"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(Locale.GERMANY + " " + Locale.US.getLanguage() + " " + new Locale("fr", "ca") + " " + Locale.US.toLanguageTag() + Locale.ROOT.toLanguageTag());
        System.out.println(StrictMath.nextAfter(1.0, 2.0) + " " + Math.nextAfter(1.0f, 2.0) + " " + StrictMath.getExponent(10.5f) + " " + StrictMath.multiplyHigh(1L << 62, 12345));
        System.out.println(Byte.decode("0x1f") + " " + Short.decode("-077") + " " + Short.reverseBytes((short) 0x1234) + " " + Byte.compareUnsigned((byte) -1, (byte) 1));
        System.out.println("a\uD83D\uDE00b".codePoints().boxed().collect(Collectors.toList()) + " " + "a\uD83D\uDE00b".codePointBefore(3) + " " + "a\uD83D\uDE00b".offsetByCodePoints(0, 2));
        System.out.println(Character.highSurrogate(0x1F600) + 0 + " " + (int) Character.lowSurrogate(0x1F600) + " " + Character.isTitleCase('\u01c5') + Character.codePointAt("a\uD83D\uDE00".toCharArray(), 1));
        System.out.println("  a\n    b \n  c".stripIndent() + "|" + "\n  x\n  ".stripIndent() + "|" + "  x\n y\n".stripIndent() + "|");
        System.out.println("x".transform(s -> s + "y").length());
        System.out.println("a\\tb\\101\\s\\\"\\0\\377\\477".translateEscapes());
        try { "\\q".translateEscapes(); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(System.setProperty("p", "1") + System.getProperty("p") + System.setProperty("p", "2") + System.clearProperty("p") + System.getProperty("p"));
        System.out.println(Arrays.compare(new String[]{"a", "b"}, new String[]{"a", "c"}) + " " + Arrays.mismatch(new Object[]{1, 2}, new Object[]{1, 2, 3}) + " " + Arrays.equals(new Integer[]{1}, new Integer[]{2}, (a, b) -> 0));
        int[] p = {1, 2, 3, 4}; Arrays.parallelPrefix(p, Integer::sum); System.out.println(Arrays.toString(p));
        Object[] o = {"a", "b"}; String[] s = Arrays.copyOf(o, 3, String[].class); System.out.println(Arrays.toString(s) + s.getClass().getSimpleName());
        try { Integer[] bad = Arrays.copyOf(o, 2, Integer[].class); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        SortedMap<String, Integer> sm = Collections.unmodifiableSortedMap(new TreeMap<>(Map.of("b", 2, "a", 1)));
        System.out.println(sm + " " + sm.firstKey() + " " + sm.headMap("b") + sm.keySet());
        try { sm.put("c", 3); } catch (UnsupportedOperationException e) { System.out.println("uoe"); }
        SortedSet<Integer> ss = Collections.unmodifiableSortedSet(new TreeSet<>(List.of(3, 1, 2)));
        System.out.println(ss + " " + ss.tailSet(2) + ss.first());
        try { ss.add(3); } catch (UnsupportedOperationException e) { System.out.println("uoe"); }
        System.out.println(Collections.indexOfSubList(List.of(1, 2, 3, 2, 3), List.of(2, 3)) + " " + Collections.lastIndexOfSubList(List.of(1, 2, 3, 2, 3), List.of(2, 3)));
        Queue<Integer> q = Collections.asLifoQueue(new ArrayDeque<>()); q.add(1); q.add(2); System.out.println(q + " " + q.remove());
        DoubleSummaryStatistics d = DoubleStream.of(0.1, 0.2, 0.3, 1e16, 1, -1e16).summaryStatistics(); System.out.println(d.getSum() + " " + d.getAverage() + " " + d);
        DoubleSummaryStatistics d2 = new DoubleSummaryStatistics(); for (int i = 0; i < 1000; i++) d2.accept(0.1 * i); System.out.println(d2.getSum()); d.combine(d2); System.out.println(d.getSum());
        IntSummaryStatistics is = IntStream.range(0, 5).summaryStatistics(); is.combine(IntStream.of(100).summaryStatistics()); System.out.println(is);
        System.out.println(new StringJoiner(",", "[", "]").add("a").merge(new StringJoiner("-", "{", "}").add("x").add("y")));
        OptionalInt.of(3).ifPresentOrElse(x -> System.out.println("got " + x), () -> System.out.println("none"));
        WeakReference<String> w = new WeakReference<>("w"); System.out.println(w.get()); w.clear(); System.out.println(w.get());
        System.out.println(Integer.TYPE == int.class);
        Base64.Encoder enc = Base64.getEncoder(); byte[] bytes = new byte[100]; for (int i = 0; i < 100; i++) bytes[i] = (byte) (i * 37);
        System.out.println(enc.encodeToString("any carnal pleas".getBytes()) + enc.withoutPadding().encodeToString("a".getBytes()) + Base64.getUrlEncoder().encodeToString(bytes));
        System.out.println(Base64.getMimeEncoder().encodeToString(bytes)); System.out.println(Arrays.equals(Base64.getMimeDecoder().decode(Base64.getMimeEncoder().encode(bytes)), bytes) + new String(Base64.getDecoder().decode("YW55IGNhcm5hbCBwbGVhcw==")));
        for (String wrong : List.of("a", "ab=c", "a*bc", "abcd=", "abc")) try { System.out.println(Base64.getDecoder().decode(wrong).length); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        SplittableRandom sr = new SplittableRandom(42); System.out.println(sr.nextInt() + " " + sr.nextInt(10) + " " + sr.nextLong() + " " + sr.nextDouble() + " " + sr.nextBoolean() + " " + sr.nextInt(5, 50) + " " + sr.nextLong(1000) + " " + sr.split().nextInt() + " " + sr.nextDouble(2.5, 3.5));
        System.out.println(Collections.EMPTY_LIST.size() + " " + Objects.deepEquals(new int[]{1}, new int[]{1}) + " " + Long.parseUnsignedLong("18446744073709551615") + " " + new StringBuilder("ab").insert(1, new char[]{'x', 'y', 'z'}, 1, 2) + " " + new StringBuilder("a\uD83D\uDE00").codePointCount(0, 3));
        class Seq extends AbstractSequentialList<String> { LinkedList<String> l = new LinkedList<>(List.of("p", "q")); public int size() { return l.size(); } public ListIterator<String> listIterator(int i) { return l.listIterator(i); } }
        Seq seq = new Seq(); seq.add("r"); seq.add(1, "s"); seq.remove(0); seq.set(0, "t"); System.out.println(seq + " " + seq.get(1) + seq.indexOf("r"));
        System.out.println(Collections.max(List.of(1, 3, 2), null) + " " + Collections.binarySearch(List.of(1, 2, 3), 3, null));
        class Q extends AbstractQueue<Integer> { ArrayList<Integer> l = new ArrayList<>(); public boolean offer(Integer i) { return l.add(i); } public Integer poll() { return l.isEmpty() ? null : l.remove(0); } public Integer peek() { return l.isEmpty() ? null : l.get(0); } public int size() { return l.size(); } public Iterator<Integer> iterator() { return l.iterator(); } }
        Q qq = new Q(); qq.add(4); qq.addAll(List.of(5, 6)); System.out.println(qq + " " + qq.element() + qq.remove()); qq.clear(); try { qq.remove(); } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        System.out.println(new PriorityQueue<>(List.of(3, 1, 2)).element());
        System.out.println(Arrays.binarySearch(new Integer[]{5, 3, 1}, 0, 3, 3, Comparator.reverseOrder()));
        System.out.println(new TreeSet<Object>(Set.of(1)).equals(Set.of("one")) + " " + new TreeMap<Object, Object>(Map.of(1, 2)).keySet().equals(Set.of("1")));
        List<Integer> root = new ArrayList<>(List.of(1, 2, 3)), part = root.subList(0, 2), inner = part.subList(0, 1); root.add(4);
        List<Integer> stale = part.subList(1, 2);
        for (List<Integer> l : List.of(part, inner, stale)) try { System.out.println(l.size()); } catch (ConcurrentModificationException e) { System.out.println("stale"); }
        class Shifting extends AbstractCollection<String> { int said, real; Shifting(int said, int real) { this.said = said; this.real = real; } public int size() { return said; } public Iterator<String> iterator() { return Collections.nCopies(real, "s").iterator(); } }
        for (int n = 0; n < 5; n++) for (int length = 0; length < 6; length += 2) { String[] given = new String[length]; Arrays.fill(given, "-"); String[] got = new Shifting(n, 3).toArray(given); System.out.print((got == given) + Arrays.toString(got) + " "); }
        System.out.println(new Shifting(1, 4).toArray().length + " " + new Shifting(4, 1).toArray().length);
        StringTokenizer wide = new StringTokenizer("ab\uD800\uDC00cd\uD800ef\uD801\uDC00gh", "\uD800\uD801\uDC00", true);
        while (wide.hasMoreTokens()) System.out.print(wide.nextToken().length() + (wide.hasMoreTokens() ? " " : "\n"));
        Properties base = new Properties(), own = new Properties(base); base.put("a", 1); base.put("b", "2"); own.put(3, "c"); own.put("d", "4");
        System.out.println(new TreeSet<>(own.stringPropertyNames()));
        List<Runnable> wrong = List.of(() -> new Hashtable<>(1, -3f), () -> Collections.synchronizedMap(null), () -> Objects.requireNonNullElseGet(null, null), () -> putAnything(new EnumMap<>(java.time.DayOfWeek.class), java.time.Month.MAY));
        for (Runnable r : wrong) try { r.run(); } catch (RuntimeException e) { System.out.println(e.getClass().getName() + (e.getMessage() == null ? "" : " " + e.getMessage())); }
        List<Object> strings = new ArrayList<>(); Collection<Object> only = any(Collections.checkedList(any(strings), String.class));
        try { only.addAll(List.of("1", 2, "3")); } catch (ClassCastException e) { System.out.println(strings); }
    }

    @SuppressWarnings("unchecked")
    static <T> T any(Object o) { return (T) o; }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void putAnything(Map m, Object key) { m.put(key, key); }
}
