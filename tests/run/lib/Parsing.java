import java.text.*;
import java.util.Locale;

/** Numbers from text, formats that append, and messages with places. */
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
    }
}
