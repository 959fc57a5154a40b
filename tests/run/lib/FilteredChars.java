// Readers and writers that pass on what another gives, with something changed, and a buffered stream's own fields.

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
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

public class FilteredChars {
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
