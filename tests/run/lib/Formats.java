import java.io.*;
import java.math.*;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.*;
import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.time.*;
import java.util.*;
import java.util.EnumMap;
import java.util.IllegalFormatException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.stream.*;

/** Numbers and texts to text. */
public class Formats {
    public static void main(String[] args) throws Throwable {
        HexDigits.main(args);
        Fmt.main(args);
        Formatters.main(args);
        HalfWay.main(args);
        Choices.main(args);
        ConcatOrder.main(args);
        Decimals.main(args);
        SmallParts.main(args);
        OutsideMessages.main(args);
    }
}

/** Hexadecimal floating point with a precision; numbers in formats and decimals that are out of range. */
class HexDigits {
    static void show(String format, Object... args) {
        try {
            System.out.println("[" + String.format(format, args) + "]");
        } catch (IllegalFormatException e) {
            System.out.println(format + " -> " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static class Nameless {
        public String toString() { return null; }
    }

    public static void main(String[] args) {
        double[] values = {0.1, 3.999, 1.5, 0x1.08p0, 0x1.18p0, 1e-310, -2.5e-320, Double.MAX_VALUE, 0.0, 0x1.ffffp0};
        for (double d : values) {
            show("%.0a|%.1a|%.2a|%.5a|%.12a|%.13a|%.20a|%a", d, d, d, d, d, d, d, d);
            show("%12.3a|%-12.1A|%+.1a|%020.3a", d, d, d, d);
        }
        show("%99999999999d", 1);
        show("%.99999999999f", 1.0);
        show("%99999999999$d", 1);
        show("%2147483648d", 1);
        show("%s", new Nameless());
        for (String s : new String[] {"1e", "1e+", "", "1ee", "1e12345678901", "1e0000000000000005", "1e2147483647", "1e-2147483648"}) {
            try {
                System.out.println(s + " " + new BigDecimal(s));
            } catch (NumberFormatException e) {
                System.out.println(s + " -> " + e.getMessage());
            }
        }
    }
}

class Fmt {
    public static void main(String[] args) {
        Random r = new Random(args.length > 1 ? Long.parseLong(args[1]) : 42);
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 300;
        String conv = "ddddxXoeEfffggGsScbBhaA%n";
        int hash = 0, block = 0;
        for (int i = 0; i < n; i++) {
            StringBuilder f = new StringBuilder("<%");
            String flags = "-#+ 0,(";
            int k = r.nextInt(3);
            for (int j = 0; j < k; j++) { char c = flags.charAt(r.nextInt(7)); if (f.indexOf(String.valueOf(c)) < 0) f.append(c); }
            if (r.nextInt(3) > 0) f.append(1 + r.nextInt(25));
            char c = conv.charAt(r.nextInt(conv.length()));
            if (r.nextInt(3) == 0 && "eEfgGsS".indexOf(c) >= 0) f.append('.').append(r.nextInt(20));
            f.append(c).append('>');
            Object a;
            switch (Character.toLowerCase(c)) {
                case 'd': case 'x': case 'o': switch (r.nextInt(5)) { case 0: a = r.nextInt(); break; case 1: a = r.nextLong(); break; case 2: a = (byte) r.nextInt(); break; case 3: a = (short) r.nextInt(); break; default: a = r.nextInt(2000) - 1000; } break;
                case 'e': case 'f': case 'g': case 'a':
                    switch (r.nextInt(9)) { case 0: a = r.nextGaussian(); break; case 1: a = r.nextDouble() * new double[]{1e-15,1e-9,1e-6,1e-4,1e-3,1e5,1e9,1e14}[r.nextInt(8)]; break;
                    case 2: a = r.nextFloat() * 1000; break; case 3: a = Double.longBitsToDouble(r.nextLong()); break; case 4: a = (double) r.nextInt(1000); break;
                    case 5: a = (r.nextInt(20001) - 10000) / 1000.0; break; case 6: a = new Object[] {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.5, 1.5, 0.05, 9.995}[r.nextInt(9)]; break;
                    case 7: a = (r.nextInt(2001) - 1000) / 8.0f; break; default: a = Math.round(r.nextDouble() * 1e6) / 100.0; }
                    if (Character.toLowerCase(c) == 'a' && a instanceof Float) a = 1.5; break;
                case 'c': a = r.nextBoolean() ? (Object) (char) (32 + r.nextInt(90)) : (Object) (65 + r.nextInt(20)); break;
                case 'b': a = r.nextInt(3) == 0 ? null : r.nextBoolean() ? (Object) r.nextBoolean() : "x"; break;
                default: a = r.nextInt(10) == 0 ? null : "str" + r.nextInt(100); }
            String s;
            try { s = String.format(f.toString(), a); } catch (RuntimeException e) { s = e.toString(); }
            hash = 31 * hash + s.hashCode(); block = 31 * block + s.hashCode();
            if (args.length > 2 || n <= 1000) System.out.println(f + " " + a + " " + s);
            else if (i % 2000 == 1999) { System.out.println(i + " " + block); block = 0; }
        }
        System.out.println(hash);
    }
}

/** What the formatter makes of times, of things that show themselves, of big numbers and of wrong formats, and where it writes. */
class Formatters {
    static class P implements Formattable {
        public void formatTo(Formatter f, int flags, int width, int precision) {
            f.format("P<%d,%d,%d,%b,%b,%b>", flags, width, precision, (flags & FormattableFlags.LEFT_JUSTIFY) != 0, (flags & FormattableFlags.UPPERCASE) != 0, (flags & FormattableFlags.ALTERNATE) != 0);
        }
        public String toString() { return "P"; }
    }
    static void f(String f, Object... a) {
        try { System.out.println(f + " -> [" + String.format(f, a) + "]"); } catch (Exception e) { System.out.println(f + " -> " + e); }
    }
    static void l(Locale l, String f, Object... a) {
        try { System.out.println(l + " " + f + " -> [" + String.format(l, f, a) + "]"); } catch (Exception e) { System.out.println(f + " -> " + e); }
    }
    public static void main(String[] args) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        Calendar c = new GregorianCalendar(2023, Calendar.MARCH, 5, 14, 7, 9);
        c.set(Calendar.MILLISECOND, 42);
        Date d = c.getTime();
        long ms = d.getTime();
        for (char ch : "HIklMSLNpzZsQBbhAaCYyjmdeRTrDFc".toCharArray()) {
            f("%t" + ch, c); f("%t" + ch, d); f("%T" + ch, ms);
            f("%12t" + ch + "|", c); f("%-12t" + ch + "|", ms);
        }
        f("%1$tY-%1$tm-%1$td %1$tH:%1$tM:%1$tS.%1$tL", d);
        f("%tY-%<tm-%<td", c);
        f("%tx", d); f("%t", d); f("%tY", "x"); f("%tY", 3); f("%tY", (Object) null); f("%TB", (Object) null); f("%.3tY", d); f("%#tY", d); f("%-tY", d); f("%0tY", d); f("%+tY", d); f("%10tB|", (Object) null);
        LocalDate ld = LocalDate.of(2023, 3, 5); LocalTime lt = LocalTime.of(4, 5, 6, 789000123); LocalDateTime ldt = LocalDateTime.of(ld, lt);
        for (char ch : "HIklMSLNpzZsQBbhAaCYyjmdeRTrDFc".toCharArray()) { f("%t" + ch, ld); f("%t" + ch, lt); f("%t" + ch, ldt); }
        f("%tB %<tA", DayOfWeek.MONDAY); f("%tB", Month.MAY); f("%tY", Instant.EPOCH); f("%tA", DayOfWeek.FRIDAY);
        f("%s|%10s|%-10s|%S|%#s|%-5.2s|%#-8.3S", new P(), new P(), new P(), new P(), new P(), new P(), new P());
        f("%s %S", "straße", "straße"); f("%S", (Object) null); f("%10.3S|", "abcdef"); f("%#s", "x"); f("%#S", "x");
        f("%h %H %h %h", "hello", "hello", 42, (Object) null); f("%10h|%-10h|%.2h", "hello", "hello", "hello"); f("%#h", 3);
        BigInteger b = new BigInteger("-123456789012345678901234567890"), q = b.negate();
        f("%x %X %#x %#X %o %#o %d", b, b, b, b, b, b, b); f("%x %X %#x %+x % x %(x %(x %040x %-40x|", q, q, q, q, q, q, b, b, q);
        f("%,d %(,d %+,d %050d", b, b, q, b); f("%+X %08X %(x", -5, -5, -5); f("%x", BigInteger.ZERO); f("%+d % d", BigInteger.TEN, BigInteger.TEN);
        f("%b %B %b %b %10b|%.2b", true, false, null, "x", true, true); f("%c %C %c %c", 'a', 'b', 66, (byte) 67); f("%c", 0x1F600); f("%C", "x"); f("%5c|%-5c|", 'a', 'b'); f("%c", (Object) null);
        f("%e %E %g %G %a %A", 12345.678, 12345.678, 12345.678, 12345.678, 1.5, 1.5); f("%,.2f %(.2f %+.1f % .1f %010.3f %-10.2f|", 1234567.891, -3.14159, 2.5, 2.5, -2.5, 3.0);
        f("%f %e %g", new BigDecimal("123456789.987654321"), new BigDecimal("123456789.987654321"), new BigDecimal("0.0000123")); f("%.0f %.0f %.0f %#.0f", 0.5, 1.5, 2.5, 3.0);
        f("%g %g %g %g %g", 0.0001, 0.00001, 123456.0, 1234567.0, 0.0); f("%.3g|%,.3g|%10.2g|%-10.2g|", 1234.5, 123456.5, 0.5, 0.5); f("%g", new BigDecimal("12345.6789"));
        l(Locale.GERMANY, "%,.2f %,d %e", 1234567.891, 1234567, 12345.678); l(Locale.FRANCE, "%,.2f %,d", 1234567.891, 1234567); l(Locale.US, "%,.2f %,d %tB", 1234567.891, 1234567, d); l(Locale.ROOT, "%,.2f", 1234.5); l(null, "%,.2f %tB", 1234.5, d);
        System.out.println(new Formatter(Locale.GERMANY).format("%.2f", 1.5)); System.out.println("%d-%s".formatted(1, 2)); System.out.printf(Locale.GERMANY, "%.2f%n", 1.5);
        StringBuilder sb = new StringBuilder(); Formatter fm = new Formatter(sb, Locale.US); fm.format("%s", "a").format("%d", 3); System.out.println(sb + " " + fm + " " + fm.locale() + " " + fm.out()); fm.close();
        try { fm.format("x"); } catch (Exception e) { System.out.println(e); }
        f("%", 1); f("%q", 1); f("%d", "x"); f("%d"); f("%5", 1); f("%-d", 1); f("%s %s", 1); f("%3$s %1$s %2$s", 1, 2, 3); f("%<s", 1); f("%0$s", 1); f("%n%%"); f("%5%|%-5%|"); f("%,x", 3); f("%d %d", 1L, (short) 2); f("%x %x %x", (byte) -1, (short) -1, -1L); f("%o", -8); f("%-010d", 3); f("%+ d", 3); f("%..2f", 1.0); f("%.f", 1.0); f("%1.2.3f", 1.0); f("%d", 1.0); f("%f", 1); f("%c", 1.0); f("%c", -1); f("%5n"); f("%#d", 3); f("%,s", 3); f("% s", 3); f("%(b", true); f("%0s", 1); f("%00d", 1);
        targets();
    }

    static void targets() throws Exception {
        for (String s : new String[] {"0", "0.0001", "0.00009999", "1", "999999.5", "1000000", "123456.7", "-12.5", "1e10", "0.000", "9.9999999", "100"}) { f("%g %.3g %.0g %#.0f %#.0e", new BigDecimal(s), new BigDecimal(s), new BigDecimal(s), new BigDecimal(s), new BigDecimal(s)); f("%012g|%-14.2g|%+g|%(g", new BigDecimal(s), new BigDecimal(s), new BigDecimal(s), new BigDecimal(s)); }
        f("%a", BigDecimal.ONE); f("%d %q", "x"); f("ab %d %s", "x"); f("%s %d", "x"); f("%S %5S|%-5S|%C", "ab", "ab", "ab", 'x'); f("%E %G %A %H %X %B", 1.0, 2.0, 3.0, "h", 255, true); f("%E %G", Double.NaN, Double.NEGATIVE_INFINITY);
        StringBuilder sb = new StringBuilder("pre ");
        Formatter fm = new Formatter(sb);
        try { fm.format("ab %s %d", 1, "x"); } catch (Exception e) { System.out.println(e + " " + sb); }
        try { fm.format("ab %s %q", 1, "x"); } catch (Exception e) { System.out.println(e + " " + sb); }
        System.out.println(fm.out() == sb);
        try { System.out.printf("part %s %d%n", 1, "x"); } catch (Exception e) { System.out.println(); System.out.println(e); }
        Appendable log = new Appendable() {
            public Appendable append(CharSequence c) throws IOException { if (c.toString().equals("bad")) throw new IOException("no"); System.out.print("<" + c + ">"); return this; }
            public Appendable append(CharSequence c, int a, int b) { System.out.print("<<" + c.subSequence(a, b) + ">>"); return this; }
            public Appendable append(char c) { System.out.print("'" + c + "'"); return this; }
        };
        Formatter l = new Formatter(log, Locale.US);
        l.format("a%sb%d%n", "x", 3); System.out.println(l.ioException()); l.format("%s.", "bad"); System.out.println(l.ioException() + " " + l.locale());
        StringWriter sw = new StringWriter(); new Formatter(sw).format("%d|", 4).flush(); System.out.println(sw);
        ByteArrayOutputStream bo = new ByteArrayOutputStream(); Formatter bf = new Formatter(bo); bf.format("é%d", 4); bf.close(); System.out.println(bo.size() + bo.toString());
        Formatter of = new Formatter(System.out); of.format("out %s\n", "x"); 
        Object noisy = new Object() { public String toString() { System.out.print("[noise]"); return "N"; } };
        System.out.printf("a %s b%n", noisy);
        System.out.format("%s-%s%n", 1, noisy);
        System.out.printf(Locale.GERMANY, "%.2f%n", 2.5);
        PrintWriter pw = new PrintWriter(System.out); pw.printf("%s|%d%n", "w", 4); pw.format(Locale.FRANCE, "%.1f%n", 2.5); pw.flush();
        System.out.println(new Formatter().format("%s", "x").toString() + new Formatter((Appendable) null).format("n"));
        System.out.println(new Formatter(Locale.FRANCE).format("%.1f", 2.5).format(Locale.US, "%.1f", 2.5).format("%.1f", 2.5) + " " + String.format((Locale) null, "%.1f", 1.5));
    }
}

/** Numbers that lie half-way between two texts. */
class HalfWay {
    public static void main(String[] a) {
        double[] v = {0.00005, 0.00015, 0.0005, 0.005, 0.05, 0.5, 1.5, 2.5, 0.125, 0.375, 1.005, 2.675, 0.15, 0.25, 0.35, 0.45, 1e-5, 1.00005, 8.00005, 12345.00005, 0.000051, 0.99995, 0.99985, 9.5, 99.95, 0.045, 125, 135, 25, 35, 45, 5, 15, 250, 1250, 5e-7, 5e9, 1.5e9, 1e15 + 0.5, 4.35, 0.285};
        String[] p = {"0", "0.0", "0.00", "0.000", "0.0000", "#.##", "#", "0.0E0", "0.00E00", "#,##0.0"};
        for (String s : p) {
            DecimalFormat f = new DecimalFormat(s);
            StringBuilder b = new StringBuilder(s);
            for (double d : v) b.append(' ').append(f.format(d)).append('/').append(f.format(-d));
            System.out.println(b);
            for (RoundingMode m : new RoundingMode[] {RoundingMode.HALF_UP, RoundingMode.HALF_DOWN}) {
                f.setRoundingMode(m);
                b = new StringBuilder(m.toString());
                for (double d : v) b.append(' ').append(f.format(d));
                System.out.println(b);
            }
        }
    }
}

/** A text for each range of numbers. */
class Choices {
    public static void main(String[] args) throws ParseException {
        ChoiceFormat f = new ChoiceFormat("0#no files|1#one file|1<many files|100#a '#'heap");
        for (double d : new double[]{-3, 0, 0.5, 1, 1.5, 2, 99, 100, 1e9, Double.NaN}) System.out.println(d + ": " + f.format(d));
        System.out.println(f.format(1L) + " " + f.toPattern());
        ChoiceFormat days = new ChoiceFormat(new double[]{1, 2, 3}, new String[]{"Mon", "Tue", "Wed"});
        System.out.println(days.format(2.5) + " " + days.parse("Wed") + " " + days.toPattern() + " " + days.equals(new ChoiceFormat("1#Mon|2#Tue|3#Wed")));
        System.out.println(days.getLimits().length + " " + days.getFormats()[0] + " " + ChoiceFormat.nextDouble(1) + " " + ChoiceFormat.previousDouble(1));
        try {
            new ChoiceFormat("2#a|1#b");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        String pattern = "There {0,choice,0#are no files|1#is one file|1<are {0,number,integer} files} in {1}.";
        for (int i = 0; i < 3; i++) System.out.println(MessageFormat.format(pattern, i * 1500 % 1501, "here"));
        System.out.println(MessageFormat.format(pattern, 1, "it"));
    }
}

class ConcatOrder {
    int n;

    int next() { return ++n; }
    public String toString() { return "<" + n + ">"; }

    public static void main(String[] args) {
        ConcatOrder c = new ConcatOrder();
        System.out.println("a" + c + c.next() + c + " " + (c.n = 7) + c);
        StringBuilder b = new StringBuilder("x");
        System.out.println(b + "," + b.append("y") + "," + b);
        Object o = "text";
        Object none = null;
        System.out.println(o + " " + none + c.next() + o + c);
        String s = "s";
        s += c + "" + c.next();
        System.out.println(s);
    }
}

class Decimals {
    enum Color { RED, GREEN, BLUE }

    public static void main(String[] args) {
        double[] values = {0, -0.0, 1, -1, 0.5, 1.5, 2.5, 0.125, 1234567.891, -9876.5, 1e-5, 123456789012.0, 0.005, 0.015, 99.995, Double.NaN, 1e20, -0.001};
        String[] patterns = {"0.00", "#.##", "#,##0.00", "0", "#", "00000", "#,###", "0.0##", "0%", "#.#%", "$#,##0.00;($#,##0.00)", "0.###E0", "00.00E00", "0.00E0", "'#'0.0", ".00", "#.", "##0.0 'units'"};
        for (String p : patterns) {
            DecimalFormat f = new DecimalFormat(p);
            StringBuilder b = new StringBuilder(p);
            for (double v : values) b.append(" | ").append(f.format(v));
            b.append(" | ").append(f.format(1234567L)).append(" | ").append(f.format(-42));
            System.out.println(b);
        }
        Random r = new Random(1);
        int h = 0;
        DecimalFormat four = new DecimalFormat("#,##0.0000");
        for (int i = 0; i < 2000; i++) h = 31 * h + four.format((r.nextDouble() - 0.5) * 1e4).hashCode();
        System.out.println(h);
        NumberFormat n = NumberFormat.getInstance();
        n.setMaximumFractionDigits(2);
        n.setMinimumFractionDigits(1);
        n.setMinimumIntegerDigits(3);
        n.setGroupingUsed(false);
        System.out.println(n.format(3.14159) + " " + n.format(12345.0) + " " + n.format(7));
        EnumMap<Color, Integer> m = new EnumMap<>(Color.class);
        m.put(Color.BLUE, 3);
        m.put(Color.RED, 1);
        m.merge(Color.BLUE, 4, Integer::sum);
        System.out.println(m + " " + m.containsKey(Color.GREEN) + " " + m.get(Color.BLUE) + " " + m.keySet());
        AtomicInteger a = new AtomicInteger(5);
        AtomicLong l = new AtomicLong();
        System.out.println(a.getAndIncrement() + a.incrementAndGet() + " " + a.compareAndSet(7, 9) + a.get() + l.addAndGet(1L << 40) + " " + a.getAndUpdate(x -> x * 2) + a.get());
    }
}

/** Less known methods of classes that are known well. */
class SmallParts {
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

// What the library says of a position or a format that is wrong.

class OutsideMessages {
    static void t(Runnable r) {
        try { r.run(); } catch (RuntimeException e) { System.out.println(e); }
    }

    /** Lists that do not change, and the vector, which is no ArrayList. */
    static void lists() {
        for (int n = 0; n < 4; n++) {
            Integer[] v = new Integer[n];
            Arrays.fill(v, 7);
            List<Integer> l = List.of(v);
            System.out.println(l + " " + l.getClass().getName() + " " + (List.copyOf(l) == l));
            t(() -> l.get(4));
            t(() -> l.get(-1));
            t(() -> l.set(0, 1));
            t(() -> l.contains(null));
            t(() -> l.iterator().remove());
        }
        Object v = new Vector<>(List.of(3, 1, 2));
        System.out.println((v instanceof ArrayList) + " " + (v instanceof AbstractList) + " " + Arrays.asList(1).getClass().getName());
        t(() -> System.out.println((ArrayList<?>) v));
        System.out.println(v.equals(List.of(3, 1, 2)) + " " + new ArrayList<>((Vector<?>) v) + ((Vector<?>) v).clone());
    }

    /** Which of its own variables the library names. */
    static void nulls() {
        String none = null;
        t(() -> new TreeMap<String, Integer>().put(null, 1));
        t(() -> new TreeSet<>(Set.of("a")).floor(null));
        t(() -> String.join(",", (String[]) null));
        t(() -> "a".replace("a", none));
        t(() -> "a".replace(none, "a"));
        t(() -> "a".compareTo(none));
        t(() -> "a".compareToIgnoreCase(none));
        t(() -> "a".startsWith(none));
        t(() -> "a".endsWith(none));
        t(() -> "a".concat(none));
        t(() -> Double.parseDouble(none));
        t(() -> Float.parseFloat(none));
    }

    public static void main(String[] args) {
        lists();
        nulls();
        int[] x = new int[2]; long[] l = new long[2]; String[] s = new String[2]; boolean[] b = new boolean[1];
        Object[] o = s; int[][] q = new int[2][2]; t(() -> Arrays.copyOfRange(x, -1, 2));
        t(() -> Arrays.copyOfRange(x, 3, 5)); t(() -> Arrays.copyOfRange(l, -1, 2)); t(() -> Arrays.copyOfRange(s, -1, 2));
        t(() -> Arrays.copyOfRange(s, 4, 5)); t(() -> Arrays.copyOfRange(b, -1, 2)); t(() -> Arrays.copyOfRange(o, -1, 2));
        t(() -> Arrays.copyOfRange(q, -1, 2)); t(() -> Arrays.copyOfRange(x, 3, 3)); t(() -> Arrays.copyOfRange(x, 3, 1));
        t(() -> System.arraycopy(o, -1, s, 0, 1)); t(() -> System.out.println(String.format("%5")));
        t(() -> System.out.println(String.format("%"))); t(() -> System.out.println(String.format("%.2")));
        t(() -> System.out.println(String.format("a%-"))); t(() -> System.out.println(String.format("%.d", 1)));
        t(() -> System.out.println(String.format("%d %!", 1))); t(() -> System.out.println(String.format("%5$")));
        t(() -> System.out.println(String.format("100%"))); t(() -> System.out.println(String.format("100% sure")));
        t(() -> System.out.println(String.format("100%, sure"))); t(() -> new StringBuilder("ab").insert(5, "xy", 0, 1));
        t(() -> new StringBuilder("ab").insert(1, "xy", 2, 1)); t(() -> new StringBuffer("ab").insert(1, "xy", 0, 3));
        t(() -> new StringBuffer("ab").append("xy", 0, 3)); char[] c = {'p','q'};
        t(() -> new StringBuilder("ab").insert(1, c, 1, 2)); t(() -> new StringBuilder("ab").insert(9, c, 0, 1));
        Vector<Integer> v = new Vector<>(List.of(1, 2)); t(() -> v.get(-1)); t(() -> v.get(2)); t(() -> v.set(-1, 1));
        t(() -> v.set(2, 1)); t(() -> v.remove(-1)); t(() -> v.remove(5)); t(() -> v.add(7, 1)); t(() -> v.elementAt(-1));
        t(() -> v.elementAt(5)); t(() -> v.setElementAt(1, -1)); t(() -> v.setElementAt(1, 5));
        t(() -> v.removeElementAt(-1)); t(() -> v.removeElementAt(2)); t(() -> v.insertElementAt(1, 7));
        t(() -> new Vector<>().firstElement()); t(() -> new Vector<>().lastElement());
        for (String text : new String[]{"ab", "a\u0416"}) {
            t(() -> text.codePointAt(2)); t(() -> text.codePointAt(-1)); t(() -> new StringBuilder(text).codePointAt(2));
            t(() -> text.getChars(0, 2, new char[2], 1)); t(() -> text.getChars(1, 4, new char[2], 0));
        }
        t(() -> String.join(",", (List<String>) null));
    }
}
