import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Functions of numbers, to the last bit, and generators. */
public class Functions {
    public static void main(String[] args) throws Throwable {
        Elementary.main(args);
        Hypotenuses.main(args);
        Generators.main(args);
    }
}

/** The functions that Java's virtual machine computes more exactly than `StrictMath`, to the last digit. */
class Elementary {
    public static void main(String[] args) {
        double[] all = { 0.1, 0.5, 0.785, 1.0, 1.5, 2.0, Math.E, Math.PI, 4.7, 10.0, 33.3, 123.456, 1e-9, 1e5, 700.9, 1e300, 5e-320 };
        for (double x : all) {
            System.out.println(x + " " + Math.sin(x) + " " + Math.cos(-x) + " " + Math.tan(x));
            System.out.println(Math.exp(-x) + " " + Math.log(x) + " " + Math.log10(x) + " " + Math.pow(x, 0.75) + " " + Math.pow(-x, 3));
        }
        double[] special = { 0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1.0, -1.0, 800, -800 };
        for (double x : special) {
            System.out.println(Math.sin(x) + " " + Math.cos(x) + " " + Math.tan(x) + " " + Math.exp(x) + " " + Math.log(x) + " " + Math.log10(x));
            for (double y : special) System.out.print(Math.pow(x, y) + " ");
            System.out.println();
        }
        int exact = 0;
        for (int i = -300; i <= 300; i++) {
            if (Math.pow(10, i) == Double.parseDouble("1e" + i)) exact++;
            if (Math.log10(Double.parseDouble("1e" + i)) == i) exact++;
        }
        System.out.println(exact);
    }
}

/** `Math.hypot` to the last bit: special numbers, all exponents with numbers too small to be normal, and usual ones. */
class Hypotenuses {
    public static void main(String[] args) {
        double[] special = { 0.0, -0.0, 1, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, 3.2e150,
            3.3e150, 3e-151, 3.1e-151, 1e-310, 2e-308 };
        for (double a : special) {
            for (double b : special) System.out.print(Math.hypot(a, b) + " ");
            System.out.println();
        }
        Random random = new Random(3);
        long tiny = 0, all = 0, usual = 0;
        for (int i = 0; i < 10000; i++) {
            double a = Double.longBitsToDouble(random.nextLong() & 0x801fffffffffffffL), b = a * (random.nextDouble() * 4);
            tiny = tiny * 31 + Double.doubleToLongBits(Math.hypot(a, b));
            a = Double.longBitsToDouble(random.nextLong());
            all = all * 31 + Double.doubleToLongBits(Math.hypot(a, a * (random.nextDouble() * 4)));
            usual = usual * 31 + Double.doubleToLongBits(Math.hypot(random.nextDouble() * 10 - 5, random.nextDouble() * 10));
        }
        System.out.println(tiny + " " + all + " " + usual);
    }
}

/** `java.util.random`: what its interface adds to the generators, and one of its algorithms. */
class Generators {
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
