/** A block cipher in integer arithmetic on arrays of bytes and ints. */
public class Crypt {
    static final int WARM_UP = 8;
    static final byte[] TEXT = new byte[400000];
    static final int[] KEY = new int[52];

    static void encrypt(byte[] in, byte[] out, int[] key) {
        int i1 = 0;
        int i2 = 0;
        for (int i = 0; i < in.length; i += 8) {
            int ik = 0;
            int r = 8;
            int x1 = in[i1++] & 0xff;
            x1 |= (in[i1++] & 0xff) << 8;
            int x2 = in[i1++] & 0xff;
            x2 |= (in[i1++] & 0xff) << 8;
            int x3 = in[i1++] & 0xff;
            x3 |= (in[i1++] & 0xff) << 8;
            int x4 = in[i1++] & 0xff;
            x4 |= (in[i1++] & 0xff) << 8;
            do {
                x1 = (int) ((long) x1 * key[ik++] % 0x10001L & 0xffff);
                x2 = x2 + key[ik++] & 0xffff;
                x3 = x3 + key[ik++] & 0xffff;
                x4 = (int) ((long) x4 * key[ik++] % 0x10001L & 0xffff);
                int t2 = x1 ^ x3;
                t2 = (int) ((long) t2 * key[ik++] % 0x10001L & 0xffff);
                int t1 = t2 + (x2 ^ x4) & 0xffff;
                t1 = (int) ((long) t1 * key[ik++] % 0x10001L & 0xffff);
                t2 = t1 + t2 & 0xffff;
                x1 ^= t1;
                x4 ^= t2;
                t2 ^= x2;
                x2 = x3 ^ t1;
                x3 = t2;
            } while (--r != 0);
            out[i2++] = (byte) x1;
            out[i2++] = (byte) (x1 >>> 8);
            out[i2++] = (byte) x3;
            out[i2++] = (byte) (x3 >>> 8);
            out[i2++] = (byte) x2;
            out[i2++] = (byte) (x2 >>> 8);
            out[i2++] = (byte) x4;
            out[i2++] = (byte) (x4 >>> 8);
        }
    }

    static long work() {
        for (int i = 0; i < KEY.length; i++) {
            KEY[i] = i * 7919 & 0xffff | 1;
        }
        for (int i = 0; i < TEXT.length; i++) {
            TEXT[i] = (byte) i;
        }
        byte[] out = new byte[TEXT.length];
        encrypt(TEXT, out, KEY);
        long s = 0;
        for (byte b : out) {
            s = s * 31 + b;
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
