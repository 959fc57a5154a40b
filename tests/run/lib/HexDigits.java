import java.math.BigDecimal;
import java.util.IllegalFormatException;

/** Hexadecimal floating point with a precision; numbers in formats and decimals that are out of range. */
public class HexDigits {
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
