import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;

/** Numbers of any length. */
public class BigNumbers {
    public static void main(String[] args) throws Throwable {
        Big.main(args);
        Decimal.main(args);
    }
}

class Big {
    static BigInteger random(Random r, int max) {
        BigInteger v = new BigInteger(r.nextInt(max), r);
        if (r.nextInt(4) == 0) v = v.shiftLeft(r.nextInt(100));
        if (r.nextInt(5) == 0) v = BigInteger.ONE.shiftLeft(r.nextInt(max)).subtract(BigInteger.valueOf(r.nextInt(3)));
        return r.nextBoolean() ? v : v.negate();
    }

    public static void main(String[] args) {
        Random r = new Random(7);
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 30;
        int hash = 0;
        for (int i = 0; i < n; i++) {
            int max = i % 10 == 0 ? 9000 : 300;
            BigInteger a = random(r, max), b = random(r, max), c = random(r, 40).abs();
            StringBuilder s = new StringBuilder();
            s.append(a).append(' ').append(b.toString(16)).append(' ').append(a.add(b)).append(' ').append(a.subtract(b)).append(' ');
            s.append(a.multiply(b)).append(' ').append(a.toString(2 + i % 35)).append(' ').append(a.and(b)).append(' ').append(a.or(b));
            s.append(' ').append(a.xor(b)).append(' ').append(a.not()).append(' ').append(a.andNot(b)).append(' ').append(a.gcd(b));
            s.append(' ').append(a.shiftLeft(i)).append(' ').append(a.shiftRight(i)).append(' ').append(a.bitLength()).append(' ');
            s.append(a.bitCount()).append(' ').append(a.getLowestSetBit()).append(' ').append(a.hashCode()).append(' ').append(a.compareTo(b));
            s.append(' ').append(a.doubleValue()).append(' ').append(a.floatValue()).append(' ').append(a.longValue()).append(' ').append(a.intValue());
            s.append(' ').append(a.testBit(i)).append(' ').append(a.setBit(i)).append(' ').append(a.clearBit(i)).append(' ').append(a.flipBit(i));
            s.append(' ').append(new BigInteger(a.toByteArray()).equals(a)).append(' ').append(a.toByteArray().length);
            s.append(' ').append(new BigInteger(a.toString(2 + i % 35), 2 + i % 35).equals(a)).append(' ').append(a.abs().sqrt());
            s.append(' ').append(b.min(a).max(c).signum());
            if (b.signum() != 0) {
                BigInteger[] d = a.divideAndRemainder(b);
                s.append(' ').append(d[0]).append(' ').append(d[1]).append(' ').append(a.mod(b.abs()));
                s.append(' ').append(a.multiply(b).divide(b).equals(a));
                if (max < 1000) s.append(' ').append(a.modPow(c, b.abs()));
                if (b.abs().bitLength() > 1 && a.gcd(b).equals(BigInteger.ONE)) s.append(' ').append(a.modInverse(b.abs()));
            }
            s.append(' ').append(a.pow(i % 9)).append(' ').append(c.isProbablePrime(50)).append(' ').append(c.nextProbablePrime());
            hash = 31 * hash + s.toString().hashCode();
            if (i < 12) System.out.println(s.length() < 3000 ? s.toString() : s.length() + " " + s.toString().hashCode());
        }
        System.out.println(hash);
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 300; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f);
        for (String t : new String[] {"", "-", "+5", "12a", "1-2", "00012", "-0", "123456789012345678901234567890x"}) {
            try {
                System.out.println(new BigInteger(t));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            f.divide(BigInteger.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e);
        }
        try {
            f.intValueExact();
        } catch (ArithmeticException e) {
            System.out.println(e);
        }
        extremes();
    }

    interface Making {
        Object make();
    }

    static void tried(Making m) {
        try {
            System.out.println(m.make());
        } catch (ArithmeticException | NullPointerException e) {
            System.out.println(e.getClass().getName() + (e instanceof ArithmeticException ? " " + e.getMessage() : ""));
        }
    }

    /** Where sizes and scales end. */
    static void extremes() {
        BigInteger one = BigInteger.ONE, less = one.negate();
        for (BigInteger n : new BigInteger[] {one, less, BigInteger.ZERO}) {
            tried(() -> n.shiftLeft(Integer.MIN_VALUE));
            tried(() -> n.shiftRight(Integer.MIN_VALUE));
            tried(() -> n.shiftRight(Integer.MAX_VALUE));
            tried(() -> n.multiply(null));
        }
        tried(() -> BigInteger.TWO.pow(Integer.MAX_VALUE));
        tried(() -> BigInteger.TEN.pow(1 << 30));
        BigDecimal large = new BigDecimal("1E+2147483647"), small = new BigDecimal("-7E-2147483647");
        BigDecimal nil = BigDecimal.valueOf(0, Integer.MAX_VALUE);
        for (RoundingMode mode : RoundingMode.values()) {
            tried(() -> large.add(small, new MathContext(3, mode)));
            tried(() -> small.subtract(large, new MathContext(3, mode)));
        }
        tried(() -> new BigDecimal("123.456").add(new BigDecimal("1E-60"), new MathContext(4, RoundingMode.UP)));
        tried(() -> nil.pow(2));
        tried(() -> nil.multiply(small));
        tried(() -> nil.movePointLeft(5));
        tried(() -> nil.scaleByPowerOfTen(-5));
        tried(() -> nil.add(BigDecimal.ONE, MathContext.DECIMAL32));
        tried(() -> large.pow(2));
        BigDecimal[] parts = {new BigDecimal("12345678.9"), new BigDecimal("1E+9"), new BigDecimal("-700"), new BigDecimal("0.03")};
        for (BigDecimal a : parts) {
            for (BigDecimal b : parts) {
                for (int digits : new int[] {0, 1, 5, 12}) {
                    tried(() -> a.divideToIntegralValue(b, new MathContext(digits)) + " " + a.remainder(b, new MathContext(digits)));
                }
            }
        }
    }
}

class Decimal {
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
