/** Bit tricks on all integral types: Gray codes, CRC-32, n queens, a bit set, floats taken apart, Hamming codes, xorshift. */
public class Bits {
    static final int[] CRC = new int[256];

    static {
        for (int i = 0; i < CRC.length; i++) {
            int c = i;
            for (int k = 0; k < 8; k++) c = (c & 1) != 0 ? 0xEDB88320 ^ c >>> 1 : c >>> 1;
            CRC[i] = c;
        }
    }

    static int crc(byte... data) {
        int c = ~0;
        for (byte b : data) c = CRC[(c ^ b) & 0xff] ^ c >>> 8;
        return ~c;
    }

    static int queens(int n) { return place((1 << n) - 1, 0, 0, 0); }

    private static int place(int all, int columns, int left, int right) {
        if (columns == all) return 1;
        int count = 0;
        for (int free = all & ~(columns | left | right); free != 0; free &= free - 1) {
            int bit = free & -free;
            count += place(all, columns | bit, (left | bit) << 1, (right | bit) >>> 1);
        }
        return count;
    }

    static class BitSet {
        private long[] words = new long[1];

        void set(int i) {
            if (i >>> 6 >= words.length) {
                long[] w = new long[Math.max(words.length << 1, (i >>> 6) + 1)];
                for (int k = 0; k < words.length; ++k) w[k] = words[k];
                words = w;
            }
            words[i >> 6] |= 1L << i;
        }

        boolean get(int i) { return i >> 6 < words.length && (words[i >> 6] >>> i & 1) == 1; }
        void flip(int i) { words[i >> 6] ^= 1L << (i & 63); }

        int cardinality() {
            int n = 0;
            for (long w : words)
                for (; w != 0; w &= w - 1) n++;
            return n;
        }

        int next(int i) {
            while (i >> 6 < words.length) {
                long w = words[i >> 6] >>> i;
                if (w != 0) return i + Long.numberOfTrailingZeros(w);
                i = (i >> 6) + 1 << 6;
            }
            return -1;
        }
    }

    static int hamming(int data) {
        int d1 = data & 1, d2 = data >> 1 & 1, d3 = data >> 2 & 1, d4 = data >> 3;
        return (d1 ^ d2 ^ d4) | (d1 ^ d3 ^ d4) << 1 | d1 << 2 | (d2 ^ d3 ^ d4) << 3 | d2 << 4 | d3 << 5 | d4 << 6;
    }

    static int correct(int code) {
        int s = 0;
        for (int i = 0; i < 7; i++) if ((code >> i & 1) != 0) s ^= i + 1;
        return s == 0 ? code : code ^ 1 << s - 1;
    }

    static long state = 88172645463325252L;

    static long xorshift() {
        state ^= state << 13;
        state ^= state >>> 7;
        return state ^= state << 17;
    }

    static String parts(float f) {
        int b = Float.floatToRawIntBits(f);
        return (b >>> 31) + "|" + ((b >> 23 & 0xff) - 127) + "|" + Integer.toHexString(b & 0x7fffff);
    }

    static int reverse(int x) {
        x = (x & 0x55555555) << 1 | x >>> 1 & 0x55555555;
        x = (x & 0x33333333) << 2 | x >>> 2 & 0x33333333;
        x = (x & 0x0f0f0f0f) << 4 | x >>> 4 & 0x0f0f0f0f;
        return x << 24 | (x & 0xff00) << 8 | x >>> 8 & 0xff00 | x >>> 24;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 16; i++) System.out.print(Integer.toBinaryString(16 | i ^ i >> 1).substring(1) + (i == 15 ? "\n" : " "));
        System.out.println(Integer.toHexString(crc("123456789".getBytes())) + " " + crc());
        for (int n = 4; n <= 8; n++) System.out.print(queens(n) + " ");
        System.out.println();
        BitSet sieve = new BitSet();
        for (int i = 2; i < 500; i++) sieve.set(i);
        for (int i = 2; i * i < 500; i++) if (sieve.get(i)) for (int j = i * i; j < 500; j += i) if (sieve.get(j)) sieve.flip(j);
        System.out.print(sieve.cardinality() + " primes:");
        for (int p = sieve.next(0), k = 0; p >= 0 && k < 12; p = sieve.next(p + 1), k++) System.out.print(" " + p);
        System.out.println(" " + sieve.get(497) + sieve.get(499) + sieve.get(100000));
        int bad = 0;
        for (int d = 0; d < 16; d++) for (int i = 0; i < 7; i++) if (correct(hamming(d) ^ 1 << i) != hamming(d)) bad++;
        System.out.println(bad + " uncorrected");
        long sum = 0;
        for (int i = 0; i < 1000; i++) sum += xorshift() >> 40;
        System.out.println(sum + " " + Long.toHexString(state));
        System.out.println(parts(1f) + " " + parts(-0.1f) + " " + parts(Float.MIN_VALUE) + " " + parts(Float.NaN) + " " + parts(1e38f));
        System.out.println(reverse(0x12345678) == Integer.reverse(0x12345678) ? "reversed" : "wrong");
        int[] shifts = {0, 1, 31, 32, 33, -1, 64};
        for (int s : shifts) System.out.print((-8 >> s) + "," + (-8 >>> s) + "," + (-8 << s) + "," + (-8L >>> s) + " ");
        System.out.println();
        byte b = (byte) 0x80;
        short sh = (short) 0xFFFF;
        char c = (char) -1;
        System.out.println((b >> 1) + " " + (b >>> 1) + " " + ((b & 0xff) >> 1) + " " + sh + " " + (int) c + " " + (~c) + " " + (c >> 8) + " " + (byte) c + " " + (short) c);
        System.out.println((5 & 3) + (5 | 3) + (5 ^ 3) + " " + (true ^ false) + (true & false) + (false | true) + " " + ~5L + " " + -(-128) + " " + (byte) -(byte) -128);
        System.out.println(Integer.MIN_VALUE / -1 + " " + Integer.MIN_VALUE % -1 + " " + Math.abs(Integer.MIN_VALUE) + " " + -7 / 2 + " " + -7 % 3 + " " + 7 % -3 + " " + Math.floorMod(-7, 3) + " " + -7.5 % 2);
        System.out.println((int) 1e20 + " " + (long) -1e30 + " " + (int) Double.NaN + " " + (char) 65.7 + " " + (byte) 300.5 + " " + (short) 1e6f + " " + (int) -0.9f + " " + (long) 1e18f);
        System.out.println(0x7fffffff + 1 + " " + (0x7fffffffffffffffL + 1) + " " + 0b1010_1010 + " " + 0777 + " " + 1_000_000 * 1_000_000 + " " + 1_000_000L * 1_000_000);
        System.out.println(Long.bitCount(-1L) + Integer.bitCount(255) + " " + Integer.highestOneBit(1000) + " " + Long.numberOfLeadingZeros(1) + " " + Integer.rotateLeft(0x80000001, 4) + " " + Integer.parseInt("-7f", 16) + " " + Integer.toString(-255, 36) + " " + Long.toString(Long.MIN_VALUE, 2).length() + " " + Integer.toOctalString(-1));
    }
}
