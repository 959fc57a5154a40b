import java.util.Random;

/** The IDEA cipher on byte arrays: unsigned arithmetic from signed bytes, 16-bit words and modular inverses. */
public class Idea {
    private final int rows;
    byte[] plain1, crypt1, plain2;
    short[] userkey;
    int[] Z, DK;

    Idea(int rows) {
        this.rows = rows;
        buildTestData();
    }

    void buildTestData() {
        plain1 = new byte[rows];
        crypt1 = new byte[rows];
        plain2 = new byte[rows];
        Random rndnum = new Random(136506717L);
        userkey = new short[8];
        Z = new int[52];
        DK = new int[52];
        for (int i = 0; i < 8; i++) userkey[i] = (short) rndnum.nextInt();
        calcEncryptKey();
        calcDecryptKey();
        for (int i = 0; i < rows; i++) plain1[i] = (byte) i;
    }

    private void calcEncryptKey() {
        int j;
        for (int i = 0; i < 52; i++) Z[i] = 0;
        for (int i = 0; i < 8; i++) Z[i] = userkey[i] & 0xffff;
        for (int i = 8; i < 52; i++) {
            j = i % 8;
            if (j < 6) {
                Z[i] = ((Z[i - 7] >>> 9) | (Z[i - 6] << 7)) & 0xFFFF;
                continue;
            }
            if (j == 6) {
                Z[i] = ((Z[i - 7] >>> 9) | (Z[i - 14] << 7)) & 0xFFFF;
                continue;
            }
            Z[i] = ((Z[i - 15] >>> 9) | (Z[i - 14] << 7)) & 0xFFFF;
        }
    }

    private void calcDecryptKey() {
        int j, k;
        int t1, t2, t3;
        t1 = inv(Z[0]);
        t2 = -Z[1] & 0xffff;
        t3 = -Z[2] & 0xffff;
        DK[51] = inv(Z[3]);
        DK[50] = t3;
        DK[49] = t2;
        DK[48] = t1;
        j = 47;
        k = 4;
        for (int i = 0; i < 7; i++) {
            t1 = Z[k++];
            DK[j--] = Z[k++];
            DK[j--] = t1;
            t1 = inv(Z[k++]);
            t2 = -Z[k++] & 0xffff;
            t3 = -Z[k++] & 0xffff;
            DK[j--] = inv(Z[k++]);
            DK[j--] = t2;
            DK[j--] = t3;
            DK[j--] = t1;
        }
        t1 = Z[k++];
        DK[j--] = Z[k++];
        DK[j--] = t1;
        t1 = inv(Z[k++]);
        t2 = -Z[k++] & 0xffff;
        t3 = -Z[k++] & 0xffff;
        DK[j--] = inv(Z[k++]);
        DK[j--] = t3;
        DK[j--] = t2;
        DK[j--] = t1;
    }

    private static int mul(int a, int b) {
        long p = (long) a * b;
        if (p == 0) return 0x10001 - a - b & 0xffff;
        return (int) (p % 0x10001L & 0xffff);
    }

    private void cipherIdea(byte[] text1, byte[] text2, int[] key) {
        int i1 = 0, i2 = 0, ik, x1, x2, x3, x4, t1, t2, r;
        for (int i = 0; i < text1.length; i += 8) {
            ik = 0;
            r = 8;
            x1 = text1[i1++] & 0xff;
            x1 |= (text1[i1++] & 0xff) << 8;
            x2 = text1[i1++] & 0xff;
            x2 |= (text1[i1++] & 0xff) << 8;
            x3 = text1[i1++] & 0xff;
            x3 |= (text1[i1++] & 0xff) << 8;
            x4 = text1[i1++] & 0xff;
            x4 |= (text1[i1++] & 0xff) << 8;
            do {
                x1 = mul(x1, key[ik++]);
                x2 = x2 + key[ik++] & 0xffff;
                x3 = x3 + key[ik++] & 0xffff;
                x4 = mul(x4, key[ik++]);
                t2 = x1 ^ x3;
                t2 = mul(t2, key[ik++]);
                t1 = t2 + (x2 ^ x4) & 0xffff;
                t1 = mul(t1, key[ik++]);
                t2 = t1 + t2 & 0xffff;
                x1 ^= t1;
                x4 ^= t2;
                t2 ^= x2;
                x2 = x3 ^ t1;
                x3 = t2;
            } while (--r != 0);
            x1 = mul(x1, key[ik++]);
            x3 = x3 + key[ik++] & 0xffff;
            x2 = x2 + key[ik++] & 0xffff;
            x4 = mul(x4, key[ik++]);
            text2[i2++] = (byte) x1;
            text2[i2++] = (byte) (x1 >>> 8);
            text2[i2++] = (byte) x3;
            text2[i2++] = (byte) (x3 >>> 8);
            text2[i2++] = (byte) x2;
            text2[i2++] = (byte) (x2 >>> 8);
            text2[i2++] = (byte) x4;
            text2[i2++] = (byte) (x4 >>> 8);
        }
    }

    private int inv(int x) {
        int t0, t1, q, y;
        if (x <= 1) return (x);
        t1 = 0x10001 / x;
        y = 0x10001 % x;
        if (y == 1) return ((1 - t1) & 0xffff);
        t0 = 1;
        do {
            q = x / y;
            x = x % y;
            t0 += q * t1;
            if (x == 1) return (t0);
            q = y / x;
            y = y % x;
            t1 += q * t0;
        } while (y != 1);
        return ((1 - t1) & 0xFFFF);
    }

    void validate() {
        boolean error = false;
        for (int i = 0; i < rows; i++) {
            error = plain1[i] != plain2[i];
            if (error) {
                System.out.println("Validation failed at " + i + ": " + plain1[i] + " " + crypt1[i] + " " + plain2[i]);
                return;
            }
        }
        System.out.println("Validation passed");
    }

    public static void main(String[] args) {
        Idea idea = new Idea(800);
        idea.cipherIdea(idea.plain1, idea.crypt1, idea.Z);
        StringBuffer hex = new StringBuffer();
        int check = 0;
        for (int i = 0; i < idea.crypt1.length; i++) {
            if (i < 24) {
                hex.append(Character.forDigit(idea.crypt1[i] >> 4 & 15, 16)).append("0123456789abcdef".charAt(idea.crypt1[i] & 15));
            }
            check = check * 31 + idea.crypt1[i];
        }
        System.out.println(hex + " " + Integer.toHexString(check));
        idea.cipherIdea(idea.crypt1, idea.plain2, idea.DK);
        idea.validate();
        idea.plain2[5] ^= 0x80;
        idea.plain2[5]--;
        idea.validate();
        byte b = (byte) 200;
        b >>>= 1;
        short s = (short) 0x8001;
        s += 1.7;
        char c = 'a';
        c += 1;
        c++;
        System.out.println(b + " " + s + " " + c + " " + (c + 1) + " " + (char) (c + 1) + " " + (b >>> 28) + " " + (byte) (c << 3));
    }
}
