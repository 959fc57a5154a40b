//! on: interp seq
import java.io.*;

/** Streams of the standard files, and of files that others have opened. Where tests share a virtual machine, these do not reach its output. */
public class FileDescriptors {
    public static void main(String[] args) throws IOException {
        PrintStream ps = new PrintStream(new FileOutputStream(FileDescriptor.out));
        ps.println("to out"); ps.flush();
        PrintStream pb = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 128), true);
        pb.println("buffered"); pb.printf("%d%n", 3); pb.flush();
        PrintWriter pw = new PrintWriter(new FileWriter(FileDescriptor.out));
        pw.println("writer"); pw.flush();
        BufferedWriter bw = new BufferedWriter(new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), "ASCII"), 512);
        bw.write("bw\n"); bw.flush();
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out)));
        System.out.println("set out");
        BufferedReader in = new BufferedReader(new InputStreamReader(new FileInputStream(FileDescriptor.in)));
        System.out.println(in.readLine());
        System.out.println(FileDescriptor.in.valid() + " " + FileDescriptor.out.valid() + " " + new FileDescriptor().valid());
        File tmp = File.createTempFile("fdx", ".txt");
        FileOutputStream fo = new FileOutputStream(tmp);
        FileDescriptor fd = fo.getFD();
        System.out.println(fd.valid());
        fo.write(65); fd.sync();
        new FileOutputStream(fd).write(66);
        fo.close();
        System.out.println(fd.valid());
        FileInputStream fi = new FileInputStream(tmp);
        FileInputStream f2 = new FileInputStream(fi.getFD());
        System.out.println(fi.read() + " " + f2.read() + " " + f2.read());
        fi.close();
        try { f2.read(); } catch (IOException e) { System.out.println(e); }
        try { new FileOutputStream((FileDescriptor) null); } catch (NullPointerException e) { System.out.println(e); }
        tmp.delete();
        FileReader fr = new FileReader(FileDescriptor.in);
        fr.close();
        System.out.println(FileDescriptor.in.valid());
    }
}
