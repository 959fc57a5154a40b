import java.text.*;
import java.util.Formatter;
import java.util.Locale;

/** Numbers from text, formats that append, messages with places, and the signs of languages. */
public class Parsing {
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
