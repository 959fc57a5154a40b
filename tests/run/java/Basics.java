import java.io.UnsupportedEncodingException;
import java.math.RoundingMode;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/** Numbers, texts, loops, arrays and initialisers: little of each. */
public class Basics {
    public static void main(String[] args) throws Throwable {
        Numbers.main(args);
        Format.main(args);
        Strings.main(args);
        LoopEnds.main(args);
        ArrayErrors.main(args);
        PairsOfEscapes.main(args);
        StaticInit.main(args);
        DecimalDigits.main(args);
        Charsets.main(args);
        Control.main(args);
    }
}

class Numbers {
    public static void main(String[] args) {
        double[] ds = {0.1 + 0.2, 1e21, 1e-7, 123456.789, 100.0, Double.MIN_VALUE, Double.MAX_VALUE, 2e-3, 9007199254740993.0, 1.0 / 0, -1.0 / 0, 0.0 / 0};
        for (double d : ds) System.out.println(d + " " + (float) d + " " + (int) d + " " + (long) d);
        System.out.println(Integer.toHexString(-1) + " " + Integer.toBinaryString(10) + " " + Long.toHexString(1L << 40) + " " + Integer.parseInt("-42") + " " + Long.parseLong("9999999999"));
        System.out.println(Double.parseDouble("1e-3") + " " + Double.parseDouble(" 12.5 ") + " " + Integer.MAX_VALUE + " " + Long.MIN_VALUE + " " + Float.MAX_VALUE);
        System.out.println(Math.abs(-5) + " " + Math.max(1, 2L) + " " + Math.min(-0.0, 0.0) + " " + Math.sqrt(2) + " " + Math.floor(-1.5) + " " + Math.ceil(1.2) + " " + Math.rint(2.5) + " " + Math.round(-2.5) + " " + Math.round(1e18f));
        System.out.println(5 / 2 + " " + -5 / 2 + " " + 5 % -3 + " " + -5 % 3 + " " + 5.5 % 2 + " " + -5.5 % 2);
        System.out.println((byte) 200 + " " + (short) 70000 + " " + (char) 65 + " " + (int) 'z' + " " + (byte) 'é' + " " + (int) 3.99e10 + " " + (long) Float.NaN);
        System.out.println((1 << 33) + " " + (1L << 33) + " " + (-8 >> 1) + " " + (-8 >>> 28) + " " + (-8L >>> 60));
        int i = Integer.MIN_VALUE;
        System.out.println(i / -1 + " " + i % -1 + " " + -i + " " + Math.abs(i) + " " + (i - 1));
        System.out.println(Integer.bitCount(255) + " " + Integer.highestOneBit(100) + " " + Integer.numberOfTrailingZeros(8) + " " + Long.numberOfLeadingZeros(1) + " " + Integer.reverse(1) + " " + Integer.rotateLeft(1, 33));
        System.out.println(Float.floatToIntBits(1.5f) + " " + Double.doubleToLongBits(-0.0) + " " + Float.intBitsToFloat(0x7f800000));
        float f = 16777216f;
        f++;
        System.out.println(f + " " + (f == 16777216f) + " " + 0.1f + " " + (0.1f + 0.2f) + " " + (double) 0.1f);
        Integer a = 127, b = 127, c = 1000, d = 1000;
        System.out.println((a == b) + " " + c.equals(d) + " " + a.compareTo(c) + " " + Integer.compare(3, 2) + " " + c.hashCode() + " " + Double.valueOf(1.5).hashCode() + " " + Boolean.hashCode(true) + " " + Long.hashCode(1L << 32));
        long sum = 0;
        for (byte k = 120; k > 0; k++) sum += k;
        System.out.println(sum);
    }
}

class Format {
    public static void main(String[] args) {
        System.out.println(String.format("%d|%5d|%-5d|%05d|%x|%X|%,d|%+d", 42, 42, 42, 42, 255, 255, 1234567, 7));
        System.out.println(String.format(Locale.ROOT, "%.2f|%8.3f|%e|%g|%-9.1f|", 3.14159, 2.71828, 12345.678, 0.00012, 2.25));
        System.out.println(String.format("%s|%10s|%-10s|%c|%b|%%|%n", "str", "right", "left", 'c', true).trim());
        System.out.printf("%s %s%n", null, new int[0].length);
        System.out.println(String.format("%3$s %1$s %2$s", "a", "b", "c"));
        System.out.println(String.format("%.0f %.1f %.3f", 0.5, 0.25, 1.0005));
    }
}

class Strings {
    public static void main(String[] args) {
        String s = "Hello, world";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.indexOf("o") + " " + s.lastIndexOf('o') + " " + s.indexOf("xyz"));
        System.out.println(s.substring(7) + "|" + s.substring(0, 5) + "|" + s.toUpperCase() + "|" + s.replace('l', 'L') + "|" + "  trim ".trim() + "|");
        System.out.println(s.equals("Hello, " + "world") + " " + s.equalsIgnoreCase("HELLO, WORLD") + " " + "abc".compareTo("abd") + " " + "b".compareTo("abc"));
        System.out.println("hash " + s.hashCode() + " " + "".hashCode() + " " + "\u00e4\ud83d\ude00".hashCode());
        for (String part : "a,b,,c,,".split(",")) System.out.print("[" + part + "]");
        System.out.println();
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 5; i++) b.append(i).append(i % 2 == 0 ? ',' : ';');
        b.insert(0, "<").append('>').append(1.5f).append(true).append((Object) null).reverse();
        System.out.println(b + " " + b.length());
        b.setLength(3);
        b.deleteCharAt(0).setCharAt(0, 'X');
        System.out.println(b);
        char[] chars = s.toCharArray();
        java.util.Arrays.sort(chars);
        System.out.println(new String(chars) + "|" + String.valueOf(chars, 2, 3) + "|" + String.join("-", "x", "y", "z"));
        String t = "a\tb\\n\"q\" \u0041\101";
        System.out.println(t + " " + t.length());
        System.out.println("""
            text block
              indented \
            joined
            "quotes" and \t tab""");
        String n = null;
        System.out.println("null: " + n + 'c' + 1 + 2L + 3.0f + 4.0 + true);
        System.out.println(1 + 2 + "x" + 1 + 2);
        System.out.println("a".repeat(3) + " " + "abc".contains("bc") + " " + "abc".startsWith("ab") + " " + "abc".endsWith("bc") + " " + "".isEmpty());
        switch (s.substring(0, 5)) { case "hello": System.out.println("lower"); break; case "Hello": System.out.println("upper"); break; default: System.out.println("none"); }
    }
}

/** Loops whose ends are shifts and sums of literals: the literal's type is that of the loop. */
class LoopEnds {
    public static void main(String[] args) {
        int[] a = new int[64];
        int turns = 0;
        long far = 0;
        for (int i = 0; i < 5; i++) {
            for (int s = 0; s < (2 << i); s++) a[s] += i;
            for (int s = 1; s <= (1 << i) - 1; s++) turns += s;
            for (int s = 32 >> i; s > 3 >>> i; s--) turns ^= s;
            for (long s = 0; s < (3L << i); s++) far += s * i;
            int k;
            for (k = 0; k < 7 * 2 + (1 << i); k += 3) turns++;
            turns += k;
        }
        int sum = 0;
        for (int v : a) sum = sum * 31 + v;
        System.out.println(sum + " " + turns + " " + far);
    }
}

class ArrayErrors {
    static void attempt(int k) {
        try {
            int[] a = new int[3];
            Object[] os = new String[1];
            int[][] m = new int[2][];
            switch (k) {
                case 0: a[3] = 1; break;
                case 1: System.out.println(a[-1]); break;
                case 2: os[0] = 5; break;
                case 3: m[1][0] = 2; break;
                case 4: a = new int[-2]; break;
                case 5: System.arraycopy(a, 1, a, 2, 5); break;
                case 6: "abc".substring(2, 1); break;
                case 7: Object o = "s"; Integer i = (Integer) o; break;
                case 8: Integer n = null; int x = n; break;
                case 9: Integer.parseInt("12a"); break;
                case 10: a[2] /= a[0]; break;
                case 11: long q = 5L % a[1]; break;
                default: System.out.println("fine");
            }
        } catch (RuntimeException e) {
            System.out.println(k + " " + e.getClass().getName());
            if (k != 3 && k != 8) System.out.println("  " + e.getMessage());
        }
    }
    public static void main(String[] args) {
        for (int k = 0; k <= 12; k++) attempt(k);
        int[][] ragged = {{1}, {2, 3}, null};
        int[] copy = ragged[1].clone();
        copy[0] = 9;
        System.out.println(ragged[1][0] + " " + copy.length);
        int[] big = new int[10];
        System.arraycopy(big, 0, big, 1, 9);
        long[] ls = {1L, 2};
        ls[0] <<= 35; ls[1] ^= -1;
        byte[] bs = {1, (byte) 255};
        bs[0] += bs[1]; bs[1] >>>= 1;
        System.out.println(ls[0] + " " + ls[1] + " " + bs[0] + " " + bs[1]);
    }
}

/** Two unicode escapes that are a pair make one letter of a name. */
class PairsOfEscapes {
    static int \ud840\udc00x = 4, x\uD840\uuDC03 = 5;

    static class \ud840\udc01 {
        String \ud840\udc02() { return "called"; }
    }

    public static void main(String[] args) {
        \ud840\udc01 object = new \ud840\udc01();
        String pair = "\ud83d\ude00", halves = "\ud83d" + '\ude00', single = "\ud83d", swapped = "\ude00\ud83d";
        System.out.println(\ud840\udc00x + x\ud840\udc03 + " " + object.\ud840\udc02() + " " + pair.length() + " " + pair.equals(halves)
            + " " + pair.codePointCount(0, 2) + " " + (int) single.charAt(0) + " " + single.length() + " " + swapped.length() + " " + (int) swapped.charAt(1));
        System.out.println(object.getClass().getName().codePointAt(15) + " " + "\\ud83d".length());
    }
}

class StaticInit {
    static { System.out.println("main class"); }
    static int trace(String s, int v) { System.out.println(s); return v; }
    static class A { static { System.out.println("A"); } static int x = trace("A.x", 1); static final int CONST = 5; int f = trace("A.f", 1); { System.out.println("A block"); } A() { System.out.println("A()"); } static void touch() {} }
    static class B extends A { static int y = trace("B.y", A.x + 1); int g = trace("B.g", f + 1); B() { this(3); System.out.println("B() " + g); } B(int n) { super(); System.out.println("B(int) " + n); } }
    static class C { static int z = 1 / zero(); static int zero() { return 0; } }
    interface I { int K = trace("I.K", 9); }
    static class D implements I { }
    enum E { ONE, TWO; static final int COUNT = values().length; E() { System.out.println("enum constant"); } }
    public static void main(String[] args) {
        System.out.println("start " + A.CONST);
        B[] none = new B[2];
        System.out.println("array made");
        new B();
        A.touch();
        new D();
        System.out.println("D made, " + D.K);
        System.out.println(E.COUNT);
        try { System.out.println(C.z); } catch (ExceptionInInitializerError e) { System.out.println(e.getCause()); }
        try { System.out.println(C.z); } catch (NoClassDefFoundError e) { System.out.println("no class"); }
    }
}

/** `DecimalFormat` shows and rounds the digits that a double's text has, not those of its exact value. */
class DecimalDigits {
    static final String[] PATTERNS = {
        "0", "0.00", "#,##0.###", "0.#", "#.##########################", "0.0000E0", "##0.##E0", "0.0000000000000000000E00", "0.##%",
    };
    static final double[] VALUES = {
        0, 0.3, 1.1, 1e23, 12345678901234567890.0, 5e-4, 0.5, 2.5, 0.125, 1.005, 1.115, 2.675, 1e-10, 0.045, 1e300, Double.MIN_VALUE,
        Double.MAX_VALUE, 9.995, 999999.9999, 0.05, 5e-5,
    };

    public static void main(String[] args) {
        Random random = new Random(7);
        for (String pattern : PATTERNS) {
            for (RoundingMode mode : RoundingMode.values()) {
                if (mode == RoundingMode.UNNECESSARY) continue;
                DecimalFormat format = new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
                format.setRoundingMode(mode);
                int all = 0;
                for (double value : VALUES) all = 31 * all + (format.format(value) + format.format(-value)).hashCode();
                for (int i = 0; i < 100; i++) {
                    double value = switch (i % 3) {
                        case 0 -> random.nextInt(100000) / 1000.0;
                        case 1 -> random.nextGaussian() * Math.pow(10, random.nextInt(30) - 15);
                        default -> (random.nextInt(8000) - 4000) / 8.0;
                    };
                    all = 31 * all + format.format(value).hashCode();
                }
                System.out.print(pattern + " " + mode + " " + all);
                for (double value : new double[] {0.3, 1.1, 12345678901234567890.0, -0.0005, 2.675}) System.out.print(" " + format.format(value));
                System.out.println();
            }
        }
    }
}

/** Charsets by their names, and what becomes of characters that they lack. */
class Charsets {
    public static void main(String[] args) {
        String[] names = {
            "utf8", "UTF-8", "latin1", "ascii", "ISO8859_1", "UTF-16LE", "utf-16be", "UTF-16", "UTF_16", "8859_1", "646", "l1", "no-such",
            "bad name", "", "-x", "US_ASCII",
        };
        for (String name : names) {
            try {
                Charset charset = Charset.forName(name);
                System.out.println(name + " " + charset + " " + charset.displayName() + " " + Charset.isSupported(name) + charset.canEncode());
            } catch (IllegalArgumentException e) {
                System.out.println(e);
            }
        }
        for (String name : new String[] {"utf8", "bogus", "latin-1", "latin1", "cp367"}) {
            try {
                byte[] bytes = "\u00e9\u6f22\ud83d\ude00a".getBytes(name);
                System.out.println(Arrays.toString(bytes) + " " + new String(bytes, name).length());
            } catch (UnsupportedEncodingException e) {
                System.out.println(e);
            }
        }
        Charset[] wide = {StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE};
        for (Charset charset : wide) {
            byte[] bytes = "a\u00e9\ud83d\ude00 \udc00 \ud800".getBytes(charset);
            System.out.println(Arrays.toString(bytes));
            for (byte[] some : new byte[][] {bytes, {(byte) 0xff, (byte) 0xfe, 65, 0}, {0, 65, 0}, {}}) {
                for (char c : new String(some, charset).toCharArray()) System.out.print(" " + (int) c);
                System.out.println();
            }
        }
        System.out.println(StandardCharsets.UTF_8 == Charset.forName("UTF8"));
        System.out.println(StandardCharsets.ISO_8859_1.newEncoder().canEncode('\u20ac') + " " + StandardCharsets.US_ASCII.newEncoder().canEncode("abc")
            + " " + StandardCharsets.UTF_8.newEncoder().canEncode('\ud800') + " " + StandardCharsets.UTF_16.newEncoder().canEncode('\u20ac'));
    }
}

class Control {
    static int f(int n) { System.out.print("f" + n + " "); return n; }
    static boolean t(boolean b) { System.out.print(b ? "T" : "F"); return b; }
    static int tricky() { int x = 1; try { return x; } finally { x = 2; System.out.print("fin "); } }
    static int loopFinally() { for (int i = 0; ; i++) { try { if (i < 3) continue; if (i == 5) break; } finally { System.out.print("i" + i + " "); } } return -1; }
    static String nested() {
        StringBuilder log = new StringBuilder();
        try {
            try { throw new RuntimeException("a"); }
            finally { log.append("f1 "); try { throw new IllegalStateException("b"); } catch (IllegalStateException e) { log.append(e.getMessage()).append(' '); } }
        } catch (RuntimeException e) { log.append(e.getMessage()); }
        return log.toString();
    }
    static int days(int month, boolean leap) {
        return switch (month) { case 4, 6, 9, 11 -> 30; case 2 -> leap ? 29 : 28; default -> 31; };
    }
    public static void main(String[] args) {
        outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                if (j == 3) continue outer;
                if (i == 2) break outer;
                System.out.print(i * 10 + j + " ");
            }
        }
        System.out.println();
        block: { if (args.length == 0) break block; System.out.println("not here"); }
        int[] a = {0, 0, 0};
        int i = 0;
        a[i++] = a[i] = i = f(2);
        System.out.println(a[0] + " " + a[1] + " " + a[2] + " " + i);
        System.out.println(f(1) + f(2) * f(3) - (f(4) - f(5)));
        System.out.println(t(false) && t(true) || t(true) & t(false) | t(true) ^ t(true));
        System.out.println(tricky() + " " + loopFinally() + " " + nested());
        for (int m = 1; m <= 12; m++) System.out.print(days(m, m % 2 == 0) + " ");
        System.out.println();
        int k = 10;
        do { k -= 3; } while (k > 0);
        while (true) { if (++k > 3) break; }
        System.out.println(k);
        for (int x = 0, y = 10; x < y; x += 3, y--) System.out.print(x + ":" + y + " ");
        System.out.println();
        switch (3) { case 1: System.out.println("1"); case 3: System.out.println("3"); case 4: System.out.println("4"); break; case 5: System.out.println("5"); }
        int[][] grid = {{1, 2, 3}, {4}, {}};
        int total = 0;
        for (int[] row : grid) for (int v : row) total += v;
        System.out.println(total + " " + grid[2].length);
        int[][][] cube = new int[2][3][];
        System.out.println(cube[1].length + " " + (cube[1][2] == null));
        char c = 'a';
        c += 2; c++;
        System.out.println(c + " " + (c > 'b' ? 1 : 2.0) + " " + (true ? null : 0) + " " + (char) (c + 1));
        var list = new java.util.ArrayList<int[]>();
        list.add(new int[] {1, 2});
        for (var x : list) System.out.println(x[1]);
        long bits = 0;
        for (final int row[] : grid) bits = bits * 8 + row.length;
        for (int[] plane[] : cube) bits = bits * 8 + plane.length;
        System.out.println(bits);
        last = last = (new Shorter[2])[total - 10];
        System.out.println(last + " " + new Shorter().cut());
    }

    static java.util.ArrayList<Integer> last;

    static class Shorter extends java.util.ArrayList<Integer> {
        Shorter cut() {
            java.util.function.BiConsumer<Integer, Integer> remove = super::removeRange;
            addAll(java.util.List.of(1, 2, 3, 4));
            remove.accept(1, 3);
            return this;
        }
    }
}
