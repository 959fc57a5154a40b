import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Random;

/** `DecimalFormat` shows and rounds the digits that a double's text has, not those of its exact value. */
public class DecimalDigits {
    static final String[] PATTERNS = {
        "0", "0.00", "#,##0.###", "0.#", "#.##########################", "0.0000E0", "##0.##E0", "0.0000000000000000000E00", "0.##%",
    };
    static final double[] VALUES = {
        0, 0.3, 1.1, 1e23, 12345678901234567890.0, 5e-4, 0.5, 2.5, 0.125, 1.005, 1.115, 2.675, 1e-10, 0.045, 1e300, Double.MIN_VALUE,
        Double.MAX_VALUE, 9.995, 999999.9999, 0.05, 5e-5,
    };

    public static void main(String[] args) {
        Random random = new Random(7);
        for (String pattern : PATTERNS) {
            for (RoundingMode mode : RoundingMode.values()) {
                if (mode == RoundingMode.UNNECESSARY) continue;
                DecimalFormat format = new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
                format.setRoundingMode(mode);
                int all = 0;
                for (double value : VALUES) all = 31 * all + (format.format(value) + format.format(-value)).hashCode();
                for (int i = 0; i < 100; i++) {
                    double value = switch (i % 3) {
                        case 0 -> random.nextInt(100000) / 1000.0;
                        case 1 -> random.nextGaussian() * Math.pow(10, random.nextInt(30) - 15);
                        default -> (random.nextInt(8000) - 4000) / 8.0;
                    };
                    all = 31 * all + format.format(value).hashCode();
                }
                System.out.print(pattern + " " + mode + " " + all);
                for (double value : new double[] {0.3, 1.1, 12345678901234567890.0, -0.0005, 2.675}) System.out.print(" " + format.format(value));
                System.out.println();
            }
        }
    }
}
