import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Charsets by their names, and what becomes of characters that they lack. */
public class Charsets {
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
