import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/** `MessageDigest` and `SecureRandom`. */
public class Digests {
    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** The program's own algorithm. */
    static class Sum extends MessageDigest {
        private int sum;

        Sum() {
            super("Sum");
        }

        protected void engineUpdate(byte b) {
            sum = 31 * sum + b;
        }

        protected void engineUpdate(byte[] b, int from, int n) {
            for (int i = from; i < from + n; i++) engineUpdate(b[i]);
        }

        protected byte[] engineDigest() {
            byte[] result = {(byte) (sum >> 8), (byte) sum};
            engineReset();
            return result;
        }

        protected void engineReset() {
            sum = 0;
        }
    }

    static void of(String algorithm) throws Exception {
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        System.out.println(digest.getAlgorithm() + " " + digest.getDigestLength());
        System.out.println(hex(digest.digest()));
        System.out.println(hex(digest.digest("abc".getBytes(StandardCharsets.US_ASCII))));
        byte[] bytes = new byte[1000];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (i * i);
        // Every length around the ends of blocks.
        MessageDigest all = MessageDigest.getInstance("SHA-256");
        for (int n = 0; n < 300; n++) {
            digest.update(bytes, 0, n);
            all.update(digest.digest());
        }
        System.out.println(hex(all.digest()));
        digest.update(bytes[0]);
        digest.update(bytes, 1, 100);
        System.out.print(digest);
        MessageDigest copy = (MessageDigest) digest.clone();
        digest.update(ByteBuffer.wrap(bytes, 101, 899));
        byte[] whole = digest.digest();
        copy.update(bytes, 101, 899);
        System.out.println(MessageDigest.isEqual(whole, copy.digest()) + " " + hex(whole));
        System.out.print(digest);
        byte[] into = new byte[70];
        System.out.println(digest.digest(into, 2, 68) + " " + hex(into));
        digest.update(bytes);
        digest.reset();
        try {
            digest.digest(into, 0, 3);
        } catch (DigestException e) {
            System.out.println(e.getMessage() != null);
        }
    }

    public static void main(String[] args) throws Exception {
        for (String algorithm : new String[] {"MD5", "SHA-1", "sha-224", "SHA-256", "SHA-384", "SHA-512", "SHA-512/224", "SHA-512/256", "SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512"}) of(algorithm);
        try {
            MessageDigest.getInstance("SHA-7");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e);
        }
        MessageDigest sum = new Sum();
        System.out.println(hex(sum.digest(new byte[] {1, 2, 3})) + " " + sum.getDigestLength());

        SecureRandom seeded = SecureRandom.getInstance("SHA1PRNG");
        seeded.setSeed(42);
        byte[] some = new byte[33];
        seeded.nextBytes(some);
        System.out.println(hex(some) + " " + seeded.nextInt() + " " + seeded.nextLong() + " " + seeded.nextInt(10));
        seeded.setSeed("more".getBytes());
        System.out.println(seeded.nextDouble() + " " + seeded.nextBoolean() + " " + seeded.nextGaussian() + " " + seeded.getAlgorithm());

        SecureRandom random = new SecureRandom();
        byte[] a = random.generateSeed(16);
        byte[] b = new byte[16];
        random.nextBytes(b);
        System.out.println(MessageDigest.isEqual(a, b) + " " + (random.nextInt(5) < 5) + " " + (random.nextLong() == random.nextLong()));
    }
}
