import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayReader;
import java.io.CharConversionException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FilterReader;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.CharBuffer;
import java.nio.ReadOnlyBufferException;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.SignatureException;
import java.util.BitSet;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Scanner;
import java.util.concurrent.CopyOnWriteArrayList;

/** Readers and writers. */
public class TextStreams {
    public static void main(String[] args) throws Throwable {
        CharReaders.main(args);
        CharsRead.main(args);
        FilteredChars.main(args);
        Scan.main(args);
    }
}

// Readers of parts of arrays, texts of bytes with a high byte, and exceptions that libraries name.


class CharReaders {
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

/** Readers that fill buffers, a program's own `Readable`, and lists from arrays that are copied. */
class CharsRead {
    static class Letters implements Readable {
        private char next = 'a';

        @Override
        public int read(CharBuffer to) {
            if (next > 'g') return -1;
            int n = 0;
            while (to.hasRemaining() && next <= 'g') {
                to.put(next++);
                n++;
            }
            return n;
        }
    }

    static String all(Readable from, int size) throws IOException {
        CharBuffer buffer = CharBuffer.allocate(size);
        StringBuilder text = new StringBuilder();
        for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
            buffer.flip();
            text.append(n).append('[').append(buffer).append(']');
            buffer.clear();
        }
        return text.toString();
    }

    public static void main(String[] args) throws IOException {
        System.out.println(all(new Letters(), 3));
        System.out.println(all(new StringReader("some words"), 4));
        Reader reader = new StringReader("xyz");
        CharBuffer part = CharBuffer.allocate(5);
        part.put('-');
        System.out.println(reader.read(part) + " at " + part.position());
        System.out.println(reader.read(part));
        try {
            new StringReader("abc").read(CharBuffer.allocate(2).asReadOnlyBuffer());
        } catch (ReadOnlyBufferException e) {
            System.out.println("read-only");
        }
        String[] names = {"one", "two"};
        CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>(names);
        names[0] = "changed";
        for (String name : list) list.add(name + "'");
        System.out.println(list);
    }
}

// Readers and writers that pass on what another gives, with something changed, and a buffered stream's own fields.


class FilteredChars {
    static class Upper extends FilterWriter {
        private int written;

        Upper(Writer out) {
            super(out);
        }

        @Override
        public void write(int c) throws IOException {
            written++;
            super.write(Character.toUpperCase(c));
        }

        @Override
        public void write(char[] chars, int offset, int length) throws IOException {
            for (int i = offset; i < offset + length; i++) write(chars[i]);
        }

        @Override
        public void write(String s, int offset, int length) throws IOException {
            for (int i = offset; i < offset + length; i++) write(s.charAt(i));
        }
    }

    static class Rot13 extends FilterReader {
        Rot13(Reader in) {
            super(in);
        }

        private static int turn(int c) {
            if (c >= 'a' && c <= 'z') return (c - 'a' + 13) % 26 + 'a';
            return c;
        }

        @Override
        public int read() throws IOException {
            return turn(in.read());
        }

        @Override
        public int read(char[] chars, int offset, int length) throws IOException {
            int n = super.read(chars, offset, length);
            for (int i = 0; i < n; i++) chars[offset + i] = (char) turn(chars[offset + i]);
            return n;
        }
    }

    static class Watched extends BufferedInputStream {
        Watched(InputStream in) {
            super(in, 4);
        }

        String state() {
            return pos + " of " + count + ", marked " + markpos + " limit " + marklimit + " size " + buf.length;
        }
    }

    public static void main(String[] args) throws IOException {
        StringWriter text = new StringWriter();
        Upper upper = new Upper(text);
        PrintWriter print = new PrintWriter(upper);
        print.printf("%s and %d%n", "words", 12);
        print.print('x');
        print.append("tail", 1, 3);
        print.close();
        System.out.println(text + " " + upper.written);

        BufferedReader lines = new BufferedReader(new Rot13(new StringReader("uryyb\njbeyq")));
        System.out.println(lines.readLine() + " " + lines.readLine() + " " + lines.readLine());
        Reader marked = new Rot13(new StringReader("nop"));
        System.out.print((char) marked.read() + " " + marked.markSupported() + " " + marked.ready());
        marked.mark(9);
        System.out.print(" " + marked.skip(1) + (char) marked.read() + marked.read());
        marked.reset();
        System.out.println(" " + (char) marked.read());
        try {
            new Upper(null);
        } catch (NullPointerException e) {
            System.out.println("no writer");
        }

        Watched in = new Watched(new ByteArrayInputStream("abcdefgh".getBytes()));
        System.out.println(in.state());
        System.out.println((char) in.read() + " " + in.state());
        in.mark(3);
        in.read();
        System.out.println(in.state());

        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new DataOutputStream(bytes).writeUTF("h\u00e9llo");
        System.out.println(DataInputStream.readUTF(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))));
    }
}

class Scan {
    public static void main(String[] args) {
        Scanner s = new Scanner("12 -7 3.5e2 true word 99999999999 1,234 x\nline two  \r\n\nlast 0x1 ff 1.5 NaN");
        System.out.println(s.nextInt() + s.nextInt() + " " + s.nextDouble() + s.nextBoolean() + s.next());
        System.out.println(s.hasNextInt() + " " + s.hasNextLong() + " " + s.hasNextDouble());
        try {
            s.nextInt();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        System.out.println(s.nextLong() + " " + s.nextInt());
        try {
            s.nextInt();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        System.out.println(s.next() + "[" + s.nextLine() + "][" + s.nextLine() + "][" + s.nextLine() + "]" + s.next());
        System.out.println(s.hasNextInt() + s.next() + s.nextInt(16) + " " + s.nextFloat() + " " + s.nextDouble() + s.hasNext() + s.hasNextLine());
        try {
            s.next();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        try {
            s.nextLine();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        s.close();
        try {
            s.hasNext();
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        Scanner d = new Scanner("a, b,c ,d;;e").useDelimiter("\\s*[,;]\\s*");
        while (d.hasNext()) System.out.print("<" + d.next() + ">");
        System.out.println();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 5000; i++) text.append(i * 7919 % 1000003).append(i % 10 == 9 ? "\n" : " ");
        Scanner big = new Scanner(text.toString());
        long sum = 0;
        int count = 0;
        while (big.hasNextInt()) {
            sum += big.nextInt();
            count++;
        }
        System.out.println(count + " " + sum);

        Random r = new Random(5);
        BitSet a = new BitSet(), b = new BitSet(200);
        for (int i = 0; i < 100; i++) {
            a.set(r.nextInt(300));
            b.set(r.nextInt(250));
        }
        System.out.println(a);
        System.out.println(a.cardinality() + " " + a.length() + " " + a.size() + " " + b.size() + " " + a.hashCode() + " " + a.intersects(b));
        BitSet c = (BitSet) a.clone();
        c.and(b);
        System.out.println(c);
        c.or(b);
        System.out.println(c.equals(b));
        c.xor(a);
        System.out.println(c.cardinality());
        c.andNot(b);
        c.set(10, 75);
        c.clear(20, 30);
        c.flip(60, 140);
        c.flip(0);
        System.out.println(c + " " + c.nextClearBit(10) + " " + c.nextSetBit(76) + " " + c.previousSetBit(100) + " " + c.previousClearBit(74));
        System.out.println(c.get(50, 70) + " " + c.get(3) + " " + c.isEmpty() + " " + c.toLongArray().length + " " + c.toByteArray().length);
        c.clear();
        System.out.println(c + " " + c.length() + c.nextSetBit(0) + " " + new BitSet().hashCode());
        try {
            c.set(-1);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        BitSet sieve = new BitSet(1000);
        sieve.set(2, 1000);
        for (int p = 2; p * p < 1000; p = sieve.nextSetBit(p + 1)) for (int m = p * p; m < 1000; m += p) sieve.clear(m);
        System.out.println(sieve.cardinality() + " " + sieve.stream().sum());
    }
}
