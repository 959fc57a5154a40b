import java.math.*;
import java.io.*;
import java.util.*;
import java.time.*;
/** What the formatter makes of times, of things that show themselves, of big numbers and of wrong formats, and where it writes. */
public class Formatters {
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
