import java.util.Arrays;

/** Natural and signed numbers of any size: pi, factorials, Fibonacci, square roots, from first principles. */
public final class BigNumbers {
    static final class Big implements Comparable<Big> {
        static final Big ZERO = new Big(0, new int[0]), ONE = of(1), TEN = of(10);
        private final int sign;
        private final int[] mag;

        private Big(int sign, int[] mag) {
            int n = mag.length;
            while (n > 0 && mag[n - 1] == 0) n--;
            this.mag = n == mag.length ? mag : Arrays.copyOf(mag, n);
            this.sign = n == 0 ? 0 : sign;
        }

        static Big of(long v) {
            if (v == 0) return new Big(0, new int[0]);
            long m = Math.abs(v);
            return new Big(v < 0 ? -1 : 1, new int[] {(int) m, (int) (m >>> 32)});
        }

        static Big parse(String s) {
            boolean minus = s.startsWith("-");
            Big r = ZERO;
            for (int i = minus ? 1 : 0; i < s.length(); i++) {
                int d = Character.digit(s.charAt(i), 10);
                if (d < 0) throw new NumberFormatException("For input string: \"" + s + '"');
                r = r.times(TEN).plus(of(d));
            }
            return minus ? r.negate() : r;
        }

        Big negate() { return new Big(-sign, mag); }

        private static int compareMag(int[] a, int[] b) {
            if (a.length != b.length) return a.length < b.length ? -1 : 1;
            for (int i = a.length; --i >= 0; ) if (a[i] != b[i]) return Integer.compareUnsigned(a[i], b[i]);
            return 0;
        }

        private static int[] addMag(int[] a, int[] b) {
            if (a.length < b.length) return addMag(b, a);
            int[] r = new int[a.length + 1];
            long carry = 0;
            for (int i = 0; i < a.length; i++) {
                carry += (a[i] & 0xFFFFFFFFL) + (i < b.length ? b[i] & 0xFFFFFFFFL : 0);
                r[i] = (int) carry;
                carry >>>= 32;
            }
            r[a.length] = (int) carry;
            return r;
        }

        private static int[] subMag(int[] a, int[] b) {
            int[] r = new int[a.length];
            long borrow = 0;
            for (int i = 0; i < a.length; i++) {
                long d = (a[i] & 0xFFFFFFFFL) - (i < b.length ? b[i] & 0xFFFFFFFFL : 0) + borrow;
                r[i] = (int) d;
                borrow = d >> 32;
            }
            return r;
        }

        Big plus(Big o) {
            if (sign == 0) return o;
            if (o.sign == 0) return this;
            if (sign == o.sign) return new Big(sign, addMag(mag, o.mag));
            int c = compareMag(mag, o.mag);
            return c == 0 ? ZERO : c > 0 ? new Big(sign, subMag(mag, o.mag)) : new Big(o.sign, subMag(o.mag, mag));
        }

        Big minus(Big o) { return plus(o.negate()); }

        Big times(Big o) {
            int[] r = new int[mag.length + o.mag.length];
            for (int i = 0; i < mag.length; i++) {
                long carry = 0, x = mag[i] & 0xFFFFFFFFL;
                for (int j = 0; j < o.mag.length; j++) {
                    carry += x * (o.mag[j] & 0xFFFFFFFFL) + (r[i + j] & 0xFFFFFFFFL);
                    r[i + j] = (int) carry;
                    carry >>>= 32;
                }
                r[i + o.mag.length] = (int) carry;
            }
            return new Big(sign * o.sign, r);
        }

        Big[] divide(int by) {
            if (by <= 0) throw new ArithmeticException(by == 0 ? "/ by zero" : "negative");
            int[] q = new int[mag.length];
            long rest = 0;
            for (int i = mag.length - 1; i >= 0; i--) {
                rest = rest << 32 | mag[i] & 0xFFFFFFFFL;
                q[i] = (int) (rest / by);
                rest %= by;
            }
            return new Big[] {new Big(sign, q), of(sign * rest)};
        }

        Big pow(int n) { return n == 0 ? ONE : n % 2 == 1 ? times(pow(n - 1)) : times(this).pow(n / 2); }

        int bits() { return mag.length == 0 ? 0 : 32 * mag.length - Integer.numberOfLeadingZeros(mag[mag.length - 1]); }

        public int compareTo(Big o) {
            return sign != o.sign ? Integer.compare(sign, o.sign) : sign * compareMag(mag, o.mag);
        }

        @Override public boolean equals(Object o) { return o instanceof Big && compareTo((Big) o) == 0; }
        @Override public int hashCode() { return sign * Arrays.hashCode(mag); }

        @Override public String toString() {
            if (sign == 0) return "0";
            StringBuilder b = new StringBuilder();
            Big rest = sign < 0 ? negate() : this;
            while (rest.sign != 0) {
                Big[] qr = rest.divide(1_000_000_000);
                String digits = qr[1].sign == 0 ? "0" : Integer.toString(qr[1].mag[0]);
                rest = qr[0];
                b.insert(0, digits);
                if (rest.sign != 0) for (int i = digits.length(); i < 9; i++) b.insert(0, '0');
            }
            return (sign < 0 ? "-" : "") + b;
        }
    }

    static Big factorial(int n) {
        Big r = Big.ONE;
        while (n > 1) r = r.times(Big.of(n--));
        return r;
    }

    static Big arctan(int inverse, Big unit) {
        Big term = unit.divide(inverse)[0], sum = term;
        for (int n = 3, s = -1; term.sign != 0; n += 2, s = -s) {
            term = term.divide(inverse)[0].divide(inverse)[0];
            Big t = term.divide(n)[0];
            sum = s < 0 ? sum.minus(t) : sum.plus(t);
        }
        return sum;
    }

    static Big root(Big n) {
        Big low = Big.ZERO, high = Big.of(2).pow(n.bits() / 2 + 1);
        while (high.minus(low).compareTo(Big.ONE) > 0) {
            Big mid = low.plus(high).divide(2)[0];
            if (mid.times(mid).compareTo(n) > 0) high = mid;
            else low = mid;
        }
        return low;
    }

    public static void main(String[] args) {
        System.out.println(factorial(50));
        Big unit = Big.TEN.pow(70);
        String pi = arctan(5, unit).times(Big.of(16)).minus(arctan(239, unit).times(Big.of(4))).toString();
        System.out.println(pi.charAt(0) + "." + pi.substring(1, 65));
        Big a = Big.ZERO, b = Big.ONE;
        for (int i = 0; i < 300; i++) {
            Big t = a.plus(b);
            a = b;
            b = t;
        }
        System.out.println(a + " has " + a.bits() + " bits");
        System.out.println(root(Big.of(2).times(Big.TEN.pow(60))));
        System.out.println(Big.parse("-123456789012345678901234567890").plus(Big.parse("123456789012345678901234567891")));
        System.out.println(Big.of(Long.MAX_VALUE).plus(Big.ONE) + " " + Big.of(-42).times(Big.of(-1)) + " " + Big.of(7).minus(Big.of(10)));
        System.out.println(Big.parse("99").equals(Big.of(99)) + " " + Big.of(5).equals(5) + " " + Big.ONE.compareTo(Big.TEN));
        try {
            Big.parse("12x");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Big.TEN.divide(0);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
