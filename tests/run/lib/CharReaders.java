// Readers of parts of arrays, texts of bytes with a high byte, and exceptions that libraries name.

import java.io.CharArrayReader;
import java.io.CharConversionException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.SignatureException;

public class CharReaders {
    static void rest(CharArrayReader r) throws IOException {
        StringBuilder b = new StringBuilder();
        for (int c = r.read(); c >= 0; c = r.read()) b.append((char) c);
        System.out.println("[" + b + "] ready " + r.ready());
    }

    @SuppressWarnings("deprecation")
    static void bytes() {
        byte[] some = { 65, 66, -61, 67, 68 };
        System.out.println(new String(some, 0, 1, 3) + " " + new String(some, 4, 3, 2) + "|" + new String(some, 0, 5, 0) + "|");
        try {
            System.out.println(new String(some, 0, 3, 4));
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) throws IOException {
        char[] text = "the quick brown fox".toCharArray();
        rest(new CharArrayReader(text));
        rest(new CharArrayReader(text, 4, 5));
        rest(new CharArrayReader(text, 16, 50));
        rest(new CharArrayReader(text, 19, 1));
        CharArrayReader r = new CharArrayReader(text, 4, 11);
        System.out.println((char) r.read() + " " + r.markSupported() + " " + r.skip(2) + " " + (char) r.read());
        r.mark(0);
        char[] into = new char[6];
        System.out.println(r.read(into, 1, 4) + " " + new String(into).replace('\0', '.'));
        r.reset();
        System.out.println((char) r.read() + " " + r.skip(100) + " " + r.skip(-3) + " " + r.read());
        r.close();
        try {
            r.read();
        } catch (IOException e) {
            System.out.println(e);
        }
        for (int[] range : new int[][] { { -1, 2 }, { 20, 0 }, { 3, -1 } }) {
            try {
                new CharArrayReader(text, range[0], range[1]);
            } catch (IllegalArgumentException e) {
                System.out.println(e);
            }
        }
        bytes();
        IOException conversion = new CharConversionException("half a character");
        GeneralSecurityException key = new InvalidKeyException("short", conversion), sign = new SignatureException("none");
        System.out.println(conversion + " " + key + " " + key.getCause() + " " + sign);
    }
}
