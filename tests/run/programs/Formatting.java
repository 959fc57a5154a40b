import java.util.Locale;

/** Text formatting: tables, format specifiers of every kind, number texts at their limits, Roman and spelled numbers. */
public class Formatting {
    static final String[] ONES = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
    static final String[] TENS = {null, null, "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};

    static String spell(long n) {
        if (n < 0) return "minus " + spell(-n);
        if (n < 20) return ONES[(int) n];
        if (n < 100) return TENS[(int) n / 10] + (n % 10 == 0 ? "" : "-" + ONES[(int) (n % 10)]);
        long[] scale = {100, 1000, 1_000_000, 1_000_000_000};
        String[] name = {"hundred", "thousand", "million", "billion"};
        int i = 0;
        while (i + 1 < scale.length && n >= scale[i + 1]) ++i;
        return spell(n / scale[i]) + ' ' + name[i] + (n % scale[i] == 0 ? "" : (n % scale[i] < 100 ? " and " : " ") + spell(n % scale[i]));
    }

    static String roman(int n) {
        int[] v = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] s = "M CM D CD C XC L XL X IX V IV I".split(" ");
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < v.length; i++)
            for (; n >= v[i]; n -= v[i]) b.append(s[i]);
        return b.toString();
    }

    static class Table {
        private final String[][] cells;
        private final boolean[] right;

        Table(Object[]... rows) {
            cells = new String[rows.length][];
            right = new boolean[rows[0].length];
            for (int i = 0; i < rows.length; i++) {
                cells[i] = new String[rows[i].length];
                for (int j = 0; j < rows[i].length; j++) {
                    Object o = rows[i][j];
                    if (o instanceof Number && i > 0) right[j] = true;
                    cells[i][j] = o instanceof Double d ? String.format(Locale.ROOT, "%.2f", d) : String.valueOf(o);
                }
            }
        }

        @Override public String toString() {
            int[] width = new int[right.length];
            for (String[] row : cells) for (int j = 0; j < row.length; j++) width[j] = Math.max(width[j], row[j].length());
            StringBuilder b = new StringBuilder();
            for (int i = 0; i < cells.length; i++) {
                for (int j = 0; j < cells[i].length; j++) {
                    String pad = " ".repeat(width[j] - cells[i][j].length());
                    b.append("| ").append(right[j] ? pad + cells[i][j] : cells[i][j] + pad).append(' ');
                }
                b.append("|\n");
                if (i == 0) {
                    for (int w : width) b.append("|").append("-".repeat(w + 2));
                    b.append("|\n");
                }
            }
            return b.toString();
        }
    }

    public static void main(String[] args) {
        System.out.print(new Table(new Object[][] {{"name", "count", "price", "ok"}, {"apple", 12, 0.5, true}, {"melon", 3, 12.345, false}, {null, 1_000, -1e3, 'y'}}));
        for (long n : new long[] {0, 13, 40, 99, 100, 101, 342, 1000, 12_021, 1_000_001, 2_147_483_647, -5}) System.out.println(n + ": " + spell(n));
        for (int n : new int[] {1, 4, 9, 14, 40, 90, 400, 1994, 2026, 3999}) System.out.print(roman(n) + " ");
        System.out.println();
        System.out.println(String.format("[%d] [%5d] [%-5d] [%05d] [%+d] [%,d] [%x] [%X] [%o] [%08x]", 42, 42, 42, 42, 42, 1234567, 255, 255, 8, -1));
        System.out.println(String.format("[%f] [%.2f] [%10.3f] [%-10.1f] [%e] [%.3e] [%g] [%08.2f] [%+.1f]", Math.PI, Math.E, 2.5, 2.25, 12345.678, 0.00012, 0.5, -3.14159, 1.05));
        System.out.println(String.format("[%s] [%10s] [%-10s] [%.3s] [%S] [%c] [%b] [%n] [%%]", "text", "right", "left", "cutting", "up", 'c', true).replace(System.lineSeparator(), "NL"));
        System.out.println(String.format("%2$s %1$s %1$s %s %s", "a", "b") + String.format("%s %s", new int[0].length, null));
        System.out.printf("%s %s %s%n", 1.0f, 100L, (Object) null);
        double[] ds = {0.0, -0.0, 1, 0.1, 1.0 / 3, 100, 1e7, 1.2345678e7, 1e-3, 9.99e-4, 1e21, 1e22, 123456789012345680.0, Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, 1 / 0.0, -1 / 0.0, 2e-3, 4.35, 5e-324, 9007199254740993.0};
        for (double d : ds) System.out.print(d + " ");
        System.out.println();
        float[] fs = {0.1f, 1f / 3, 1e10f, 1.17549435E-38f, Float.MAX_VALUE, 16777217f, 3.4e-5f, 0.001f, 1e7f, 33554432f};
        for (float f : fs) System.out.print(f + " ");
        System.out.println();
        System.out.println((0.1 + 0.2) + " " + (0.1f + 0.2f) + " " + (float) 0.1 + " " + (double) 0.1f + " " + 1.1f * 1.1f + " " + 3 * 0.1 + " " + 2.0 / 3 + " " + 1e16 + 1);
        System.out.println(Double.parseDouble("1e-7") + " " + Double.valueOf("  -12.5e2 ") + " " + Float.parseFloat("3.4028236e38") + " " + Double.parseDouble("0x1.8p1") + " " + Integer.valueOf("+12") + " " + Long.parseLong("-9223372036854775808"));
        System.out.println(Double.compare(0.0, -0.0) + " " + (0.0 == -0.0) + " " + Double.valueOf(0.0).equals(-0.0) + " " + (Double.NaN == Double.NaN) + " " + Double.isNaN(0 / 0.0) + " " + Math.min(-0.0, 0.0) + " " + Math.round(-2.5) + " " + Math.round(2.5) + " " + Math.rint(2.5) + " " + Math.floor(-1.1) + " " + Math.ceil(-0.5));
        for (String s : new String[] {"", "12a", "2147483648", "--1", " 1", "0x10"})
            try {
                System.out.print(Integer.parseInt(s) + " ");
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        try {
            String.format("%d", "x");
        } catch (java.util.IllegalFormatException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
        System.out.println("tab\tquote\"back\\slash\u0041\101\0end".length() + " \u00e9\u4e2d " + "caf\u00e9".length() + " " + (int) '\u4e2d' + " " + "a\tb");
    }
}
