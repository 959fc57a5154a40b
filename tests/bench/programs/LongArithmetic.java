/** Arithmetic on long and int: remainders, shifts, powers, greatest common divisors, hashes of bytes. */
public class LongArithmetic {
    static final int WARM_UP = 8;

    static long power(long base, long exponent, long modulus) {
        long result = 1;
        base %= modulus;
        while (exponent > 0) {
            if ((exponent & 1) == 1) {
                result = result * base % modulus;
            }
            base = base * base % modulus;
            exponent >>= 1;
        }
        return result;
    }

    static int gcd(int a, int b) {
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
        }
        return a;
    }

    static int hash(byte[] data) {
        int h = 0;
        for (int i = 0; i < data.length; i++) {
            h += data[i] & 0xff;
            h += h << 10;
            h ^= h >>> 6;
        }
        h += h << 3;
        h ^= h >>> 11;
        return h + (h << 15);
    }

    static int crc(byte[] data, int[] table) {
        int c = -1;
        for (byte b : data) {
            c = table[(c ^ b) & 0xff] ^ (c >>> 8);
        }
        return ~c;
    }

    static long bits(long x) {
        long n = 0;
        while (x != 0) {
            n += x & 1;
            x >>>= 1;
        }
        return n;
    }

    static long work() {
        long s = 0;
        for (int i = 1; i < 2000; i++) {
            s += power(i, 1000003 + i, 1000000007L);
        }
        for (int i = 1; i < 300; i++) {
            for (int j = 1; j < 300; j++) {
                s += gcd(i * 12, j * 18);
            }
        }
        byte[] data = new byte[300000];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i * 31 >> 3);
        }
        int[] table = new int[256];
        for (int i = 0; i < 256; i++) {
            int c = i;
            for (int k = 0; k < 8; k++) {
                c = (c & 1) != 0 ? c >>> 1 ^ 0xedb88320 : c >>> 1;
            }
            table[i] = c;
        }
        s = s * 31 + hash(data);
        s = s * 31 + crc(data, table);
        for (long x = 1; x < 20000; x++) {
            s += bits(x * 0x9e3779b97f4a7c15L) * (x % 7) - (long) (x * 0.37);
        }
        return s;
    }

    public static void main(String[] args) {
        for (int i = 0; i < WARM_UP; i++) {
            work();
        }
        long[] times = new long[7];
        long check = 0;
        for (int i = 0; i < times.length; i++) {
            long start = System.nanoTime();
            check = work();
            times[i] = System.nanoTime() - start;
        }
        java.util.Arrays.sort(times);
        System.out.println("check " + check);
        System.out.println("median " + times[3]);
    }
}
