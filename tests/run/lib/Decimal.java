import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;

public class Decimal {
    static final RoundingMode[] MODES = RoundingMode.values();

    static BigDecimal random(Random r) {
        BigInteger v = new BigInteger(r.nextInt(5) == 0 ? 1 + r.nextInt(8) : r.nextInt(120), r);
        if (r.nextInt(3) == 0) v = v.multiply(BigInteger.TEN.pow(r.nextInt(12)));
        return new BigDecimal(r.nextBoolean() ? v : v.negate(), r.nextInt(60) - 30);
    }

    interface Operation {
        Object apply();
    }

    static String attempt(Operation o) {
        try {
            return String.valueOf(o.apply());
        } catch (ArithmeticException e) {
            return e.getMessage();
        }
    }

    public static void main(String[] args) {
        Random r = new Random(3);
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 300;
        int hash = 0;
        for (int i = 0; i < n; i++) {
            BigDecimal a = random(r), b = random(r);
            if (b.signum() == 0) continue;
            RoundingMode mode = MODES[i % 8];
            int scale = r.nextInt(40) - 10;
            MathContext context = new MathContext(1 + r.nextInt(20), MODES[i % 7]);
            StringBuilder s = new StringBuilder();
            s.append(a).append(' ').append(b.toPlainString()).append(' ').append(a.toEngineeringString()).append(' ').append(a.add(b));
            s.append(" - ").append(a.subtract(b)).append(" * ").append(a.multiply(b)).append(' ').append(a.precision()).append(' ').append(a.scale());
            s.append(" q ").append(attempt(() -> a.divide(b, scale, mode))).append(' ').append(attempt(() -> a.divide(b, mode)));
            s.append(" x ").append(attempt(() -> a.divide(b))).append(" c ").append(attempt(() -> a.divide(b, context)));
            s.append(" s ").append(attempt(() -> a.setScale(scale, mode))).append(" r ").append(a.round(context)).append(' ').append(a.add(b, context));
            s.append(" i ").append(attempt(() -> a.divideToIntegralValue(b))).append(' ').append(attempt(() -> a.remainder(b)));
            s.append(" z ").append(a.stripTrailingZeros()).append(' ').append(a.movePointLeft(i % 9)).append(' ').append(a.movePointRight(i % 9));
            s.append(' ').append(a.compareTo(b)).append(a.equals(b)).append(' ').append(a.hashCode()).append(' ').append(a.doubleValue());
            s.append(' ').append(a.floatValue()).append(' ').append(a.intValue()).append(' ').append(a.longValue()).append(' ').append(a.toBigInteger());
            s.append(" p ").append(a.pow(i % 5)).append(' ').append(a.pow(1 + i % 4, new MathContext(9))).append(" e ").append(attempt(() -> a.intValueExact()));
            s.append(" m ").append(a.multiply(b, context)).append(" w ").append(a.abs().sqrt(context));
            hash = 31 * hash + s.toString().hashCode();
            if (i < 24 || args.length > 1) System.out.println(s);
        }
        System.out.println(hash);
        for (double d : new double[] {0.1, -2.5, 1e10, 123456.789, 1e-7, Double.MIN_VALUE, 0.0}) System.out.println(new BigDecimal(d) + " " + BigDecimal.valueOf(d));
        for (String t : new String[] {"1.50", "-.5", "5.", "1e5", "+1.2E-3", "0E+7", "0.000", "1..2", "x", "1e", "1e+", "", "-", "1.2x"}) {
            try {
                System.out.println(new BigDecimal(t) + " " + new BigDecimal(t).toPlainString());
            } catch (NumberFormatException e) {
                System.out.println("bad " + t);
            }
        }
        BigDecimal e = BigDecimal.ONE, term = BigDecimal.ONE;
        for (int i = 1; i < 30; i++) {
            term = term.divide(BigDecimal.valueOf(i), 40, RoundingMode.HALF_EVEN);
            e = e.add(term);
        }
        System.out.println(e + " " + new BigDecimal(2).sqrt(new MathContext(50)) + " " + MathContext.DECIMAL64);
    }
}
