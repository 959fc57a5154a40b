import java.util.Locale;
public class Format {
    public static void main(String[] args) {
        System.out.println(String.format("%d|%5d|%-5d|%05d|%x|%X|%,d|%+d", 42, 42, 42, 42, 255, 255, 1234567, 7));
        System.out.println(String.format(Locale.ROOT, "%.2f|%8.3f|%e|%g|%-9.1f|", 3.14159, 2.71828, 12345.678, 0.00012, 2.25));
        System.out.println(String.format("%s|%10s|%-10s|%c|%b|%%|%n", "str", "right", "left", 'c', true).trim());
        System.out.printf("%s %s%n", null, new int[0].length);
        System.out.println(String.format("%3$s %1$s %2$s", "a", "b", "c"));
        System.out.println(String.format("%.0f %.1f %.3f", 0.5, 0.25, 1.0005));
    }
}
