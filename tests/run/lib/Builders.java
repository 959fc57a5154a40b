import java.util.*;

/** StringBuilder and StringBuffer: every method, both widths of text, growth, and what they throw. */
public class Builders {
    interface Action { void run(); }

    static void fails(Action a) {
        try {
            a.run();
            System.out.println("no exception");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    static void grow(String text) {
        StringBuilder b = new StringBuilder();
        StringBuilder sizes = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            b.append(text);
            sizes.append(b.capacity()).append(' ');
        }
        System.out.println(sizes);
        b.ensureCapacity(1000);
        System.out.println(b.capacity());
        b.trimToSize();
        System.out.println(b.capacity() + " " + b.length() + " " + b.toString().hashCode());
    }

    static void all(StringBuilder b) {
        b.append(1).append(-2L).append('c').append("s").append(1.5f).append(-0.25).append(true).append((Object) null);
        b.append(new char[] {'x', 'y', 'z'}).append(new char[] {'x', 'y', 'z'}, 1, 1).append("0123456", 2, 4);
        b.append((String) null).append(new StringBuilder("inner")).appendCodePoint(0x1f600).appendCodePoint('q');
        System.out.println(b + " " + b.length());
        b.insert(0, "front").insert(3, 'c').insert(2, 12).insert(4, 1.5).insert(0, true).insert(5, new char[] {'a'});
        System.out.println(b);
        b.delete(2, 5).deleteCharAt(0).replace(1, 4, "REPLACED").replace(0, 2, "").setCharAt(3, '#');
        System.out.println(b);
        System.out.println(b.indexOf("1") + " " + b.indexOf("1", 20) + " " + b.lastIndexOf("l") + " " + b.lastIndexOf("l", 9));
        System.out.println(b.substring(5) + "|" + b.substring(2, 6) + "|" + b.subSequence(1, 3) + "|" + b.charAt(4));
        System.out.println(b.reverse());
        char[] target = new char[12];
        Arrays.fill(target, '.');
        b.getChars(2, 8, target, 3);
        System.out.println(new String(target));
        b.setLength(6);
        System.out.println(b + "|" + b.length());
        b.setLength(9);
        System.out.println(b.toString().replace('\0', '0') + " " + b.compareTo(new StringBuilder("a")) + " " + b.isEmpty());
    }

    static void wide() {
        StringBuilder b = new StringBuilder("abc");
        b.append('\u03a9').append("d\u00e9").append(7).append('\u20ac');
        System.out.println(b + " " + b.length());
        b.setCharAt(3, 'o');
        System.out.println(b.reverse());
        b.deleteCharAt(0);
        System.out.println(b + " " + b.toString().equals("7\u00e9docba"));
        StringBuilder c = new StringBuilder("plain");
        c.setCharAt(2, '\u4e2d');
        System.out.println(c + " " + c.charAt(2) + " " + (int) c.charAt(2));
        StringBuilder d = new StringBuilder("a\ud83d\ude00b\ud83d");
        System.out.println(d.reverse().length() + " " + (int) d.charAt(0) + " " + d.codePointAt(2));
        StringBuilder e = new StringBuilder();
        for (int i = 0; i < 300; i++) e.append((char) (i * 3));
        System.out.println(e.toString().hashCode() + " " + e.reverse().toString().hashCode() + " " + e.capacity());
        e.insert(7, "\u03b1\u03b2").replace(0, 100, "short").delete(3, 20);
        System.out.println(e.toString().hashCode() + " " + e.length());
    }

    static void errors() {
        StringBuilder b = new StringBuilder("hello");
        fails(() -> b.charAt(5));
        fails(() -> b.charAt(-1));
        fails(() -> b.setCharAt(9, 'x'));
        fails(() -> b.deleteCharAt(5));
        fails(() -> b.delete(4, 2));
        fails(() -> b.delete(-1, 2));
        fails(() -> b.insert(6, "x"));
        fails(() -> b.insert(-1, 1));
        fails(() -> b.replace(6, 7, "x"));
        fails(() -> b.substring(3, 9));
        fails(() -> b.substring(-1));
        fails(() -> b.setLength(-1));
        fails(() -> b.append("abc", 2, 9));
        fails(() -> b.append(new char[3], 2, 2));
        fails(() -> b.getChars(0, 9, new char[3], 0));
        fails(() -> b.getChars(0, 5, new char[3], 0));
        fails(() -> new StringBuilder(-3));
        fails(() -> new StringBuilder((String) null));
        fails(() -> {
            StringBuilder none = null;
            none.append(1);
        });
        fails(() -> {
            StringBuilder none = null;
            none.length();
        });
        System.out.println(b);
    }

    public static void main(String[] args) {
        grow("ab");
        grow("\u03a9x");
        all(new StringBuilder());
        all(new StringBuilder("\u03a9"));
        wide();
        errors();
        StringBuffer f = new StringBuffer(5);
        f.append(1).append("two").append('3').append(4.5).insert(1, "--").reverse();
        System.out.println(f + " " + f.length() + " " + f.capacity() + " " + f.charAt(2) + " " + new String(f));
        String s = "";
        for (int i = 0; i < 12; i++) s += i + "," + (char) (i + 'a') + (i % 2 == 0) + i * 0.5 + (Object) null + 'x';
        System.out.println(s + " " + s.hashCode());
        StringBuilder long20 = new StringBuilder();
        long20.append(Long.MIN_VALUE).append(Integer.MIN_VALUE).append(Long.MAX_VALUE).append(0).append(-7);
        System.out.println(long20 + " " + long20.capacity());
    }
}
