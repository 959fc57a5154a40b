import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** `java.util.random`: what its interface adds to the generators, and one of its algorithms. */
public class Generators {
    /** A program's own source has all the rest. */
    static class Counting implements RandomGenerator {
        long n;

        @Override
        public long nextLong() {
            return n += 0x123456789abcdefL;
        }
    }

    static void show(RandomGenerator g) {
        System.out.println(g.nextInt() + " " + g.nextLong() + " " + g.nextBoolean() + " " + g.nextDouble() + " " + g.nextFloat());
        System.out.println(g.nextInt(100) + " " + g.nextInt(64) + " " + g.nextInt(5, 10) + " " + g.nextInt(-2000000000, 2000000000));
        System.out.println(g.nextLong(1L << 40) + " " + g.nextLong(77) + " " + g.nextLong(Long.MIN_VALUE, Long.MAX_VALUE));
        System.out.println(g.nextDouble(3) + " " + g.nextDouble(-1, 1) + " " + g.nextFloat(2f) + " " + g.nextFloat(1f, 2f));
        System.out.println(g.ints(5, 0, 100).boxed().toList() + " " + g.doubles(3).sum() + " " + g.longs(2, 5, 10).sum());
        byte[] bytes = new byte[11];
        g.nextBytes(bytes);
        System.out.println(Arrays.toString(bytes));
    }

    public static void main(String[] args) {
        show(new Random(42));
        show(new SplittableRandom(7));
        show(new Counting());
        show(RandomGeneratorFactory.of("L64X128MixRandom").create(42));
        show(RandomGeneratorFactory.of("Random").create(42));
        System.out.println(RandomGenerator.getDefault().nextInt(1) + " " + RandomGenerator.of("SplittableRandom").nextInt(3, 4));
        try {
            RandomGenerator.of("Nope");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            new Random(1).nextFloat(-1f);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
