import java.io.*;

public class Io {
    static void data() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0x12345678);
        out.writeLong(-2L);
        out.writeDouble(Math.PI);
        out.writeFloat(1.5f);
        out.writeShort(-3);
        out.writeChar('x');
        out.writeByte(200);
        out.writeBoolean(true);
        out.writeUTF("h\u00e9llo\u0000\u20ac");
        out.writeBytes("ab\r\ncd\rx");
        System.out.println(out.size() + " " + bytes.size());
        byte[] b = bytes.toByteArray();
        int h = 0;
        for (byte x : b) h = 31 * h + x;
        System.out.println(h);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(b));
        System.out.println(Integer.toHexString(in.readInt()) + " " + in.readLong() + " " + in.readDouble() + " " + in.readFloat());
        System.out.println(in.readShort() + " " + in.readChar() + " " + in.readByte() + " " + in.readBoolean() + " " + in.readUTF().length());
        System.out.println(in.readLine() + "|" + in.readLine() + "|" + in.readLine() + "|" + in.readLine());
        try {
            in.readInt();
        } catch (EOFException e) {
            System.out.println(e);
        }
    }

    static void tokens(String text) throws IOException {
        StreamTokenizer t = new StreamTokenizer(new StringReader(text));
        t.eolIsSignificant(true);
        t.slashSlashComments(true);
        t.slashStarComments(true);
        while (t.nextToken() != StreamTokenizer.TT_EOF) System.out.println(t.ttype + " " + t.sval + " " + t.nval + " " + t);
        StreamTokenizer u = new StreamTokenizer(new BufferedReader(new StringReader(text)));
        u.resetSyntax();
        u.whitespaceChars(0, 32);
        u.wordChars(33, 126);
        u.lowerCaseMode(true);
        int n = 0;
        while (u.nextToken() != StreamTokenizer.TT_EOF) {
            if (n++ == 2) {
                u.pushBack();
                u.nextToken();
            }
            System.out.println(u);
        }
    }

    static void file() throws IOException {
        File f = File.createTempFile("somd", ".bin");
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(f), 16))) {
            for (int i = 0; i < 100; i++) out.writeInt(i * i);
        }
        System.out.println(f.length());
        BufferedInputStream in = new BufferedInputStream(new FileInputStream(f), 8);
        System.out.println(in.read() + " " + in.markSupported());
        in.mark(50);
        byte[] chunk = new byte[30];
        System.out.println(in.read(chunk) + " " + chunk[29]);
        in.reset();
        System.out.println(in.skip(2) + " " + in.read() + " " + in.available());
        in.close();
        try {
            in.read();
        } catch (IOException e) {
            System.out.println(e);
        }
        try (RandomAccessFile r = new RandomAccessFile(f, "rw")) {
            r.seek(40);
            System.out.println(r.readInt() + " " + r.getFilePointer() + " " + r.length());
            r.seek(44);
            r.writeDouble(2.5);
            r.seek(44);
            System.out.println(r.readDouble() + " " + r.readInt());
            r.seek(r.length());
            r.writeBytes("one\ntwo\r\nthree");
            r.seek(400);
            System.out.println(r.readLine() + r.readLine() + r.readLine() + r.readLine());
        }
        System.out.println(f.delete() + " " + f.exists());
        try {
            new FileInputStream("/no/such/file");
        } catch (FileNotFoundException e) {
            System.out.println(e);
        }
    }

    static void readers() throws IOException {
        PushbackReader p = new PushbackReader(new StringReader("abc"), 2);
        int c = p.read();
        p.unread('z');
        p.unread('y');
        System.out.println((char) c + "" + (char) p.read() + (char) p.read() + (char) p.read() + (char) p.read() + p.read());
        try {
            p.unread("xyz".toCharArray());
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        LineNumberReader l = new LineNumberReader(new StringReader("a\nb\r\nc\rd"));
        String s;
        while ((s = l.readLine()) != null) System.out.println(l.getLineNumber() + s);
        l = new LineNumberReader(new StringReader("a\r\nb\rc"));
        while ((c = l.read()) >= 0) System.out.print(c + ":" + l.getLineNumber() + " ");
        System.out.println();
        StringWriter w = new StringWriter();
        PrintWriter pw = new PrintWriter(w);
        pw.printf("%d-%s", 3, "x");
        pw.println(1.5);
        pw.print('c');
        pw.append("seq").append('q').println(new char[] {'o', 'k'});
        pw.flush();
        System.out.print(w);
        BufferedWriter bw = new BufferedWriter(w, 3);
        bw.write("hello", 1, 3);
        bw.newLine();
        bw.write(65);
        bw.close();
        System.out.println(w.toString().length() + " " + w.getBuffer().charAt(3));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream ps = new PrintStream(bytes, true);
        ps.print(7);
        ps.println("\u00e9");
        ps.printf("%5.1f%n", 2.25);
        System.out.println(bytes.size() + bytes.toString());
        BufferedReader r = new BufferedReader(new InputStreamReader(new ByteArrayInputStream(bytes.toByteArray()), "UTF-8"));
        System.out.println(r.readLine().length() + " " + r.readLine() + " " + r.readLine());
        PushbackInputStream pi = new PushbackInputStream(new ByteArrayInputStream(new byte[] {1, 2, 3}), 2);
        int q = pi.read();
        pi.unread(9);
        byte[] all = new byte[5];
        System.out.println(q + " " + pi.read(all) + " " + all[0] + all[1] + all[2]);
    }

    /** A stream that flushes by itself, one that never does, and what is printed after the standard output is closed. */
    static void closed() {
        PrintStream flushed = new PrintStream(new BufferedOutputStream(System.out), true);
        flushed.print("kept ");
        flushed.println(1);
        flushed.write('2');
        flushed.write('\n');
        new PrintStream(new BufferedOutputStream(System.out)).println("never flushed");
        PrintStream once = new PrintStream(new ByteArrayOutputStream());
        once.close();
        once.print("late");
        System.out.println(once.checkError() + " " + System.out.checkError());
        try (PrintWriter w = new PrintWriter(System.out)) {
            w.println("last");
        }
        System.out.println("lost");
        System.out.write('x');
        System.out.close();
    }

    public static void main(String[] args) throws IOException {
        data();
        tokens("one 2.5 -3 .75 - x-1 'q\\n\\101' \"open\nnext // skip\n/* a\nb */ end + 1e5 5. _u a.b $\r\nlast");
        file();
        readers();
        closed();
    }
}
