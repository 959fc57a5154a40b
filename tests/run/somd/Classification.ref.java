import java.util.Arrays;

/** What Java says of characters, and strings that stay as they are, in parallel loops. */
public class Classification {
    static final String DIGITS = "0123456789abcdef";
    static String name = "statics";
    String own = "fields";

    static void kinds(int[] o, char[] c) {
        for (int i = 0; i < o.length; i++) {
            int k = 0;
            if (Character.isDigit(c[i])) k |= 1;
            if (Character.isLetter(c[i])) k |= 2;
            if (Character.isLetterOrDigit(c[i])) k |= 4;
            if (Character.isUpperCase(c[i])) k |= 8;
            if (Character.isLowerCase(c[i])) k |= 16;
            if (Character.isWhitespace(c[i])) k |= 32;
            if (Character.isSpaceChar(c[i])) k |= 64;
            if (Character.isAlphabetic(c[i])) k |= 128;
            if (Character.isISOControl(c[i])) k |= 256;
            if (Character.isTitleCase(c[i])) k |= 512;
            if (Character.isDefined(c[i])) k |= 1024;
            if (Character.isSurrogate(c[i])) k |= 2048;
            o[i] = k;
        }
    }
    static void cases(char[] o, char[] c) {
        for (int i = 0; i < o.length; i++) o[i] = (char) (Character.toLowerCase(c[i]) + Character.toUpperCase(c[i]));
    }
    static void numbers(int[] o, char[] c) {
        for (int i = 0; i < o.length; i++)
            o[i] = Character.getNumericValue(c[i]) * 64 + Character.digit(c[i], 16) * 2 + Character.getType(c[i]);
    }
    static int words(char[] c) {
        int n = 0;
        for (int i = 0; i < c.length; i++)
            if (Character.isLetter(c[i]) && (i == 0 || !Character.isLetter(c[i - 1]))) n++;
        return n;
    }
    static int firstDigit(char[] c) {
        for (int i = 0; i < c.length; i++) if (Character.isDigit(c[i])) return i;
        return -1;
    }
    static void rot13(char[] o, String s) {
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (Character.isLowerCase(c)) c = (char) ('a' + (c - 'a' + 13) % 26);
            else if (Character.isUpperCase(c)) c = (char) ('A' + (c - 'A' + 13) % 26);
            o[i] = c;
        }
    }
    static char digit(int d) { return DIGITS.charAt(d & 15); }
    static void hex(char[] o, int[] v) {
        for (int i = 0; i < v.length; i++)
            for (int k = 0; k < 8; k++) o[i * 8 + k] = digit(v[i] >>> (28 - 4 * k));
    }
    static void literal(char[] o) {
        for (int i = 0; i < o.length; i++) o[i] = "xyz".charAt(i % 3);
    }
    static void statics(char[] o) {
        for (int i = 0; i < o.length; i++) o[i] = name.charAt(i % name.length());
    }
    void fields(char[] o) {
        for (int i = 0; i < o.length; i++) o[i] = own.charAt(i % this.own.length());
    }
    static void other(int[] o, Classification c) {
        for (int i = 0; i < c.own.length(); i++) o[i] = c.own.charAt(i) + c.own.length();
    }
    static int count(String s, int[] w) {
        int n = 0;
        for (int i = 0; i < s.length(); i++) if (s.charAt(i) == 'a') n += w[i];
        return n;
    }

    public static void main(String[] args) {
        char[] all = new char[65536];
        for (int i = 0; i < all.length; i++) all[i] = (char) i;
        int[] o = new int[65536];
        // Of these all versions of Unicode say the same.
        char[] latin = Arrays.copyOf(all, 256);
        int[] few = new int[256];
        kinds(few, latin);
        System.out.println(Arrays.toString(few));
        kinds(o, all);
        System.out.println(Arrays.hashCode(o));
        char[] c = new char[65536];
        cases(c, all);
        System.out.println(Arrays.hashCode(c));
        numbers(o, all);
        System.out.println(Arrays.hashCode(o));
        char[] text = "Über den Wolken, 7 Sterne: Ægir und Ξένος".repeat(200).toCharArray();
        System.out.println(words(text) + " " + firstDigit(text) + " " + firstDigit("none".toCharArray()));
        String s = "Hello, World! abc xyz ".repeat(300);
        char[] r = new char[s.length()];
        rot13(r, s);
        System.out.println(new String(r, 0, 22));
        char[] h = new char[8 * 1000];
        int[] v = new int[1000];
        for (int i = 0; i < 1000; i++) v[i] = i * 0x9e3779b9;
        hex(h, v);
        System.out.println(new String(h, 8, 24) + " " + Arrays.hashCode(h));
        char[] q = new char[20];
        literal(q);
        System.out.println(new String(q));
        statics(q);
        System.out.println(new String(q));
        Classification it = new Classification();
        it.fields(q);
        System.out.println(new String(q));
        int[] w = new int[10000];
        for (int i = 0; i < w.length; i++) w[i] = i;
        System.out.println(count(s, w) + " " + count("", w));
        other(w, it);
        System.out.println(Arrays.toString(Arrays.copyOf(w, 8)));
        it.own = null;
        try {
            it.fields(q);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        it.fields(new char[0]);
        name = "";
        try {
            statics(q);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            rot13(new char[3], s);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
