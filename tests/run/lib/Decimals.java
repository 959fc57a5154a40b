import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.util.EnumMap;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

public class Decimals {
    enum Color { RED, GREEN, BLUE }

    public static void main(String[] args) {
        double[] values = {0, -0.0, 1, -1, 0.5, 1.5, 2.5, 0.125, 1234567.891, -9876.5, 1e-5, 123456789012.0, 0.005, 0.015, 99.995, Double.NaN, 1e20, -0.001};
        String[] patterns = {"0.00", "#.##", "#,##0.00", "0", "#", "00000", "#,###", "0.0##", "0%", "#.#%", "$#,##0.00;($#,##0.00)", "0.###E0", "00.00E00", "0.00E0", "'#'0.0", ".00", "#.", "##0.0 'units'"};
        for (String p : patterns) {
            DecimalFormat f = new DecimalFormat(p);
            StringBuilder b = new StringBuilder(p);
            for (double v : values) b.append(" | ").append(f.format(v));
            b.append(" | ").append(f.format(1234567L)).append(" | ").append(f.format(-42));
            System.out.println(b);
        }
        Random r = new Random(1);
        int h = 0;
        DecimalFormat four = new DecimalFormat("#,##0.0000");
        for (int i = 0; i < 2000; i++) h = 31 * h + four.format((r.nextDouble() - 0.5) * 1e4).hashCode();
        System.out.println(h);
        NumberFormat n = NumberFormat.getInstance();
        n.setMaximumFractionDigits(2);
        n.setMinimumFractionDigits(1);
        n.setMinimumIntegerDigits(3);
        n.setGroupingUsed(false);
        System.out.println(n.format(3.14159) + " " + n.format(12345.0) + " " + n.format(7));
        EnumMap<Color, Integer> m = new EnumMap<>(Color.class);
        m.put(Color.BLUE, 3);
        m.put(Color.RED, 1);
        m.merge(Color.BLUE, 4, Integer::sum);
        System.out.println(m + " " + m.containsKey(Color.GREEN) + " " + m.get(Color.BLUE) + " " + m.keySet());
        AtomicInteger a = new AtomicInteger(5);
        AtomicLong l = new AtomicLong();
        System.out.println(a.getAndIncrement() + a.incrementAndGet() + " " + a.compareAndSet(7, 9) + a.get() + l.addAndGet(1L << 40) + " " + a.getAndUpdate(x -> x * 2) + a.get());
    }
}
