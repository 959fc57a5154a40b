import java.io.*;
import java.nio.file.*;
import java.security.*;
import java.text.*;
import java.util.*;
import java.util.Formatter;
import java.util.Locale;
import java.util.regex.*;
import java.util.stream.*;

/** Regular expressions, and numbers and languages read from text. */
public class Patterns {
    public static void main(String[] args) throws Throwable {
        Regex.main(args);
        Parsing.main(args);
        Bundles.main(args);
    }
}

class Regex {
    public static void main(String[] args) throws IOException {
        String[] patterns = {"a*b", "(a|b)*c", "(\\w+)@(\\w+)\\.com", "^\\s*#.*$", "[^,]+", "\\d{2,4}", "(?i)HELLO", "x??y", "(a+)+b", "\\bfoo\\b", "(?<y>\\d{4})-(?<m>\\d\\d)",
            "[a-c&&[^b]]+", "(.)\\1", "a(?=b)", "a(?!b)", "(?<=x)y", "[\\p{Upper}\\d]+", "\\Q.*\\E", "(?m)^\\w", "(?s).+", "a{3}", "[+-]?\\d+(\\.\\d*)?([eE][+-]?\\d+)?", "", "|x", "(?:ab)+", "a++b", ".*?,"};
        String[] texts = {"aaab", "ababc", "joe@site.com, ann@x.com", "  # comment", "a,b,,c", "1 22 333 4444 55555", "hello HELLO", "xyxxy", "foo food foo", "2024-05 and 1999-12", "aaccbb", "aabbc", "xy ay", "A1bC22", ".*", "l1\nl2", "aaaa", "-1.5e3 +2 3.", ""};
        int h = 0;
        for (String p : patterns) {
            Pattern c = Pattern.compile(p);
            StringBuilder b = new StringBuilder(p).append(" :");
            for (String t : texts) {
                Matcher m = c.matcher(t);
                b.append(' ').append(m.matches()).append(m.lookingAt());
                m.reset();
                while (m.find()) {
                    b.append('[').append(m.start()).append('-').append(m.end()).append(':').append(m.group());
                    for (int i = 1; i <= m.groupCount(); i++) b.append('/').append(m.group(i));
                    b.append(']');
                }
                b.append(Arrays.toString(c.split(t))).append(Arrays.toString(t.split(p, 2))).append(t.replaceAll(p, "<$0>")).append(t.replaceFirst(p, "!"));
            }
            h = 31 * h + b.toString().hashCode();
            System.out.println(b.length() + " " + b.toString().hashCode());
        }
        System.out.println(h);
        Matcher m = Pattern.compile("(?<key>\\w+)=(?<value>\\d+)").matcher("a=1, bb=22, c=x");
        StringBuffer out = new StringBuffer();
        while (m.find()) m.appendReplacement(out, m.group("value") + "=${key}");
        m.appendTail(out);
        System.out.println(out + " " + Pattern.compile("\\d+").matcher("a1b22").replaceAll(r -> "" + r.group().length()));
        try {
            Pattern.compile("(a");
        } catch (PatternSyntaxException e) {
            System.out.println(e.getDescription() + " " + e.getIndex());
        }
        Path dir = Files.createTempDirectory("somd");
        Path f = dir.resolve("a.txt");
        Files.write(f, Arrays.asList("one", "two", "three"));
        System.out.println(Files.readAllLines(f) + " " + Files.size(f) + " " + Files.exists(f) + " " + f.getFileName() + " " + Files.readString(f).length());
        try (Stream<String> lines = Files.lines(f)) {
            System.out.println(lines.filter(s -> s.contains("o")).collect(Collectors.joining("+")));
        }
        Files.writeString(f, "x,y\n1,2\n", StandardOpenOption.APPEND);
        try (BufferedReader r = Files.newBufferedReader(f)) {
            System.out.println(r.lines().map(String::length).collect(Collectors.toList()));
        }
        try (BufferedWriter w = Files.newBufferedWriter(dir.resolve("b.txt"))) {
            w.write("b");
        }
        System.out.println(new File(dir.toString()).list().length + " " + Files.isDirectory(dir));
        try {
            Files.readString(dir.resolve("none"));
        } catch (NoSuchFileException e) {
            System.out.println(e.getMessage().endsWith("none"));
        }
        Files.delete(f);
        System.out.println(Files.deleteIfExists(dir.resolve("b.txt")) + " " + Files.deleteIfExists(f));
        Files.delete(dir);
    }
}

/** Numbers from text, formats that append, messages with places, and the signs of languages. */
class Parsing {
    static class Hex extends NumberFormat {
        public StringBuffer format(double v, StringBuffer to, FieldPosition at) { return format((long) v, to, at); }
        public StringBuffer format(long v, StringBuffer to, FieldPosition at) { return to.append(Long.toHexString(v)); }

        public Number parse(String text, ParsePosition at) {
            int end = at.getIndex();
            while (end < text.length() && Character.digit(text.charAt(end), 16) >= 0) end++;
            if (end == at.getIndex()) {
                at.setErrorIndex(end);
                return null;
            }
            Number n = Long.parseLong(text.substring(at.getIndex(), end), 16);
            at.setIndex(end);
            return n;
        }
    }

    public static void main(String[] args) throws ParseException {
        NumberFormat f = NumberFormat.getInstance(Locale.US);
        System.out.println(f.parse("1,234.5xyz") + " " + f.parse("-17") + " " + f.parse("2.50").getClass().getName());
        ParsePosition at = new ParsePosition(2);
        System.out.println(f.parse("xx-12.5E3 rest", at) + " " + at.getIndex());
        try {
            f.parse("none");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + " " + e.getErrorOffset());
        }
        StringBuffer b = new StringBuffer("[");
        f.format(12345.6789, b, new FieldPosition(NumberFormat.INTEGER_FIELD)).append(']');
        System.out.println(b);
        System.out.println(NumberFormat.getPercentInstance(Locale.US).parse("25%"));
        NumberFormat hex = new Hex();
        System.out.println(hex.format(255) + " " + hex.parse("fz") + " " + hex.format(16.0));
        DecimalFormat d = new DecimalFormat();
        d.setDecimalFormatSymbols(new DecimalFormatSymbols(Locale.US));
        d.setMinimumIntegerDigits(1);
        d.setMaximumFractionDigits(4);
        d.setMinimumFractionDigits(4);
        d.setGroupingUsed(false);
        System.out.println(d.format(3.14159265) + " " + d.format(-1e6) + " " + d.format(Double.NaN));
        System.out.println(MessageFormat.format("{0} of {1}: {2} '{'{0}'}' it''s", 1, "two", 3.5));
        System.out.println(MessageFormat.format("{0,number,#.##} {1}", 2.3456, null));
        signs();
    }

    /** Spaces that do not break are shown. */
    static String shown(String text) { return text.replace('\u00a0', '_').replace('\u202f', '~').replace('\u2019', '\'').replace('\u2212', '='); }

    static void signs() throws ParseException {
        String[] names = {"", "en-US", "de-DE", "de-AT", "de-CH", "fr", "fr-CA", "it-IT", "es", "es-MX", "nl", "pt-BR", "pt-PT", "tr", "pl", "cs", "sv-SE", "nb", "da", "ja"};
        for (String name : names) {
            Locale l = Locale.forLanguageTag(name);
            NumberFormat n = NumberFormat.getInstance(l), p = NumberFormat.getPercentInstance(l);
            System.out.println(name + " " + shown(n.format(-1234567.891) + " " + p.format(-12.345) + " " + NumberFormat.getIntegerInstance(l).format(98765.5) + " " + n.parse(n.format(-1234.5))
                + " " + p.parse(p.format(0.25)) + " " + String.format(l, "%,.2f %.3e %g %,d %08.2f %,.0f %a %s", -1234567.891, 12345.678, 0.00012345, 1234567, -3.14159, 1234.0, 0.5, 2.5)));
        }
        StringBuilder b = new StringBuilder();
        new Formatter(b, Locale.GERMANY).format("%.1f ", 1.5).format(Locale.US, "%.1f ", 2.5).format((Locale) null, "%,.1f ", 1234.5).format("%.1f", 3.5);
        System.out.println(b);
        Locale.setDefault(Locale.GERMANY);
        System.out.printf("%.2f %,d %s ", 3.14159, 1000000, 1.5);
        System.out.println(String.format("%.2f", 1.5) + " " + new DecimalFormat("#,##0.00").format(12345.678) + " " + NumberFormat.getInstance().format(1234.5) + " " + "%.1f".formatted(2.25) + " " + Locale.getDefault());
        System.out.printf(Locale.US, "%.2f%n", 3.14159);
        Locale.setDefault(Locale.Category.FORMAT, Locale.FRANCE);
        System.out.println(shown(String.format("%,.2f ", 12345.678)) + Locale.getDefault() + " " + Locale.getDefault(Locale.Category.FORMAT));
        Locale.setDefault(Locale.US);
        DecimalFormatSymbols own = new DecimalFormatSymbols(Locale.US);
        own.setDecimalSeparator('_');
        own.setGroupingSeparator('^');
        own.setMinusSign('~');
        DecimalFormat d = new DecimalFormat("#,##0.0#", own);
        System.out.println(d.format(-12345.25) + " " + d.parse("~12^345_25"));
    }
}

class Bundles {
    static class Words extends ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"one", "eins"}, {"two", "zwei"}, {"list", new String[] {"a", "b"}}};
        }
    }

    static class More extends ListResourceBundle {
        More(ResourceBundle parent) {
            setParent(parent);
        }

        protected Object[][] getContents() {
            return new Object[][] {{"one", "un"}, {"three", 3}};
        }
    }

    public static void main(String[] args) throws Exception {
        ResourceBundle words = new Words(), more = new More(words);
        System.out.println(words.getString("one") + " " + more.getString("one") + " " + more.getString("two") + " " + more.getObject("three"));
        System.out.println(Arrays.toString(more.getStringArray("list")) + " " + more.containsKey("two") + " " + more.containsKey("four"));
        System.out.println(new TreeSet<>(more.keySet()) + " " + new TreeSet<>(Collections.list(words.getKeys())));
        ResourceBundle read = new PropertyResourceBundle(new StringReader("a = 1\nb: two words\n# no\n"));
        System.out.println(read.getString("a") + " " + read.getString("b") + " " + new TreeSet<>(read.keySet()));
        try {
            read.getString("c");
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage() + " / " + e.getClassName() + " / " + e.getKey());
        }
        try {
            ResourceBundle.getBundle("none.There", Locale.FRANCE);
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage() + " / " + e.getClassName() + " / " + e.getKey());
        }
        try {
            SecureRandom.getInstance("SHA1PRNG", "NONE");
        } catch (NoSuchProviderException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(SecureRandom.getInstance("SHA1PRNG", "SUN").getAlgorithm());
    }
}
