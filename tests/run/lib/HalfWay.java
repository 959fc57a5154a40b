import java.text.DecimalFormat;
import java.math.RoundingMode;
/** Numbers that lie half-way between two texts. */
public class HalfWay {
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
