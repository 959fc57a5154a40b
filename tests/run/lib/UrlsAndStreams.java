import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class UrlsAndStreams {
    static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes()) {
            @Override
            public void close() throws IOException {
                System.out.print("<" + text + ">");
                super.close();
            }
        };
    }

    static void decode(String text) {
        try {
            System.out.println(URLDecoder.decode(text, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    static void locks() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        ReadWriteLock seen = lock;
        seen.readLock().lock();
        seen.readLock().lock();
        System.out.println(lock.getReadLockCount() + " " + lock.isWriteLocked() + " " + lock.writeLock().tryLock());
        seen.readLock().unlock();
        seen.readLock().unlock();
        ReentrantReadWriteLock.WriteLock writer = lock.writeLock();
        writer.lock();
        try {
            lock.readLock().lock();
            System.out.println(lock.getReadHoldCount() + " " + lock.getWriteHoldCount() + " " + writer.isHeldByCurrentThread());
        } finally {
            lock.readLock().unlock();
            writer.unlock();
        }
        try {
            writer.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            lock.readLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) throws IOException {
        for (String text : new String[] {"", "plain-text_1.*", "a b&c=d/e?f", "über 5 € \uD83D\uDE00!", "lone \uD800 half"}) {
            String written = URLEncoder.encode(text, StandardCharsets.UTF_8);
            System.out.println(written + " " + URLDecoder.decode(written, "UTF-8").equals(text));
        }
        System.out.println(URLEncoder.encode("é", "ISO-8859-1") + URLEncoder.encode("é", StandardCharsets.UTF_16));
        try {
            URLEncoder.encode("x", "no-such");
        } catch (UnsupportedEncodingException e) {
            System.out.println(e.getMessage());
        }
        decode("a+b%20c%C3%A9");
        decode("100%");
        decode("%4");
        decode("%zz");
        decode("%-1");
        decode("%41%4");
        locks();

        SequenceInputStream two = new SequenceInputStream(stream("one "), stream("two"));
        System.out.println((char) two.read() + "" + two.available());
        System.out.println(new String(two.readAllBytes()) + two.read());
        List<InputStream> streams = List.of(stream(""), stream("ab"), stream(""), stream("c"));
        SequenceInputStream several = new SequenceInputStream(new Vector<>(streams).elements());
        byte[] into = new byte[5];
        System.out.println(several.read(into, 1, 4) + Arrays.toString(into));
        several.close();
        System.out.println(several.read());

        File folder = Files.createTempDirectory("listed").toFile();
        for (String name : List.of("b.txt", "a.txt", "c.csv"))
            new FileWriter(new File(folder, name)).close();
        String[] names = folder.list((where, name) -> name.endsWith(".txt"));
        Arrays.sort(names);
        System.out.println(Arrays.toString(names));
        File[] files = folder.listFiles(file -> file.getName().startsWith("c"));
        System.out.println(files.length + files[0].getName());
        System.out.println(folder.listFiles((where, name) -> where.equals(folder) && name.length() > 9).length);
        System.out.println(new File(folder, "none").listFiles(File::isFile) == null);
        for (File file : folder.listFiles())
            file.delete();
        folder.delete();
    }
}
