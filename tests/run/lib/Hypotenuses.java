import java.util.Random;

/** `Math.hypot` to the last bit: special numbers, all exponents with numbers too small to be normal, and usual ones. */
public class Hypotenuses {
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
