import java.io.*;
import java.util.*;
/** Who is asked for what a stream or a writer prints. */
public class PrintStreams {
    static class Counting extends PrintStream {
        int calls, bytes; StringBuilder log = new StringBuilder();
        Counting(OutputStream out) { super(out); }
        @Override public void write(byte[] b, int off, int len) { calls++; bytes += len; log.append('[').append(new String(b, off, len).replace("\n", "\\n")).append(']'); super.write(b, off, len); }
        @Override public void write(int b) { log.append('<').append((char) b).append('>'); super.write(b); }
        @Override public void flush() { log.append('F'); super.flush(); }
    }
    static class OnlyByte extends PrintStream {
        StringBuilder log = new StringBuilder();
        OnlyByte(OutputStream out) { super(out, true); }
        @Override public void write(int b) { log.append('<').append((char) b).append('>'); super.write(b); }
    }
    static class Prints extends PrintStream {
        StringBuilder log = new StringBuilder();
        Prints(OutputStream out) { super(out, true); }
        @Override public void print(String s) { log.append("P(" + s + ")"); super.print(s); }
        @Override public void println(String s) { log.append("L(" + s + ")"); super.println(s); }
        @Override public void print(int i) { log.append("I(" + i + ")"); super.print(i); }
        @Override public void print(Object o) { log.append("O(" + o + ")"); super.print(o); }
        @Override public void println() { log.append("N"); super.println(); }
        @Override public PrintStream format(String f, Object... a) { log.append("F"); return super.format(f, a); }
        @Override public PrintStream append(CharSequence c) { log.append("A"); return super.append(c); }
    }
    static class Log extends OutputStream {
        StringBuilder log = new StringBuilder();
        @Override public void write(int b) { log.append('<').append((char) b).append('>'); }
        @Override public void write(byte[] b, int off, int len) { log.append('[').append(new String(b, off, len).replace("\n", "\\n")).append(']'); }
        @Override public void flush() { log.append("F"); }
        @Override public void close() { log.append("C"); }
    }
    static class Writes extends PrintWriter {
        StringBuilder log = new StringBuilder();
        Writes(Writer out) { super(out, true); }
        @Override public void print(String s) { log.append("P(" + s + ")"); super.print(s); }
        @Override public void println(String s) { log.append("L(" + s + ")"); super.println(s); }
        @Override public void print(int i) { log.append("I(" + i + ")"); super.print(i); }
        @Override public void print(Object o) { log.append("O(" + o + ")"); super.print(o); }
        @Override public void println() { log.append("N"); super.println(); }
        @Override public PrintWriter format(String f, Object... a) { log.append("F"); return super.format(f, a); }
        @Override public PrintWriter append(CharSequence c) { log.append("A"); return super.append(c); }
        @Override public void write(String s) { log.append("w(" + s.replace("\n", "\\n") + ")"); super.write(s); }
        @Override public void write(int c) { log.append("c(" + c + ")"); super.write(c); }
        @Override public void flush() { log.append("!"); super.flush(); }
    }
    static class Failing extends Writer {
        public void write(char[] c, int a, int b) throws IOException { throw new IOException(); }
        public void flush() {}
        public void close() throws IOException { System.out.println("closed"); }
    }
    public static void main(String[] args) throws IOException {
        Counting c = new Counting(new ByteArrayOutputStream());
        c.print("abc"); c.println(12); c.println("x"); c.println(); c.printf("%d-%s%n", 5, "q"); c.print('c'); c.print(1.5); c.println(new char[] {'a', 'b'}); c.write(65); c.write(new byte[] {66, 67}); c.append("app").append('d'); c.println((Object) null); c.print(true); c.println(""); c.print("");
        System.out.println(c.calls + " " + c.bytes + " " + c.log);
        OnlyByte o = new OnlyByte(new ByteArrayOutputStream());
        o.print("abc"); o.println(12); o.println(); o.write(65); o.write(new byte[] {66, 67});
        System.out.println(o.log);
        Prints p = new Prints(new ByteArrayOutputStream());
        p.println("a"); p.print("b"); p.println(3); p.println(new ArrayList<>()); p.println(4L); p.printf("%d\n", 3); p.append("x"); p.append('c'); p.append("abcd", 1, 3); p.println('c'); p.println(true); p.println(2.0);
        System.out.println(p.log);
        Log l = new Log();
        PrintStream q = new PrintStream(l);
        q.println("one"); q.print("two"); q.write(65); q.write(10); q.println(3); q.println(); q.print(""); q.printf("%s%n", "f"); q.flush(); 
        System.out.println(l.log);
        l = new Log(); q = new PrintStream(l, true);
        q.println("one"); q.print("two"); q.print("tw\no"); q.write(65); q.write(10); q.println(3); q.println(); q.print(""); q.printf("%s%n", "f"); q.flush(); q.close();
        System.out.println(l.log);
        Counting sys = new Counting(System.out);
        PrintStream old = System.out;
        System.setOut(sys);
        System.out.println("through"); System.out.printf("%5d|%n", 3);
        System.setOut(old);
        System.out.println(sys.log);
        PrintStream tee = new PrintStream(System.out) { @Override public void println(String s) { super.println("[" + s + "]"); } };
        tee.println("t"); tee.println(5); tee.println((Object) "t"); tee.flush();
        writers();
    }

    static void writers() throws IOException {
        StringWriter sw = new StringWriter();
        Writes p = new Writes(sw);
        p.println("a"); p.print("b"); p.println(3); p.println(new StringBuilder("sb")); p.println(4L); p.printf("%d\n", 3); p.append("x"); p.append('c'); p.append("abcd", 1, 3); p.println('c'); p.println(true); p.println(2.0); p.println(); p.println(new char[] {'z'}); p.println((Object) null); p.println((String) null);
        System.out.println(p.log); System.out.println(sw);
        PrintWriter f = new PrintWriter(new Failing()); System.out.println(f.checkError()); f.print("x"); System.out.println(f.checkError()); f.close(); f.close(); f.println("x");
        StringWriter s2 = new StringWriter(); PrintWriter q = new PrintWriter(s2); q.print("in"); q.close(); q.print("lost"); System.out.println(s2 + " " + q.checkError());
        ByteArrayOutputStream b = new ByteArrayOutputStream(); PrintStream l = new PrintStream(b, true, "ISO-8859-1"); l.print("é"); System.out.println(b.size());
        try { new PrintStream(b, true, "nope"); } catch (UnsupportedEncodingException e) { System.out.println(e); }
    }
}
