import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;

public class Big {
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
