import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.Enumeration;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Archives that are written and read, as streams and as files, and broken ones. */
public class Archives {
    static byte[] made() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ZipOutputStream zip = new ZipOutputStream(bytes);
        zip.setComment("all of it");
        ZipEntry folder = new ZipEntry("folder/");
        folder.setTime(315619200000L);
        zip.putNextEntry(folder);
        zip.closeEntry();
        ZipEntry packed = new ZipEntry("folder/packed.txt");
        packed.setTime(1700000000000L);
        packed.setComment("a comment");
        zip.putNextEntry(packed);
        for (int i = 0; i < 300; i++) zip.write(("line " + i % 7 + "\n").getBytes());
        zip.closeEntry();
        byte[] plain = {1, 2, 3, 4, 5};
        CRC32 crc = new CRC32();
        crc.update(plain);
        ZipEntry stored = new ZipEntry("größe.bin");
        stored.setMethod(ZipEntry.STORED);
        stored.setSize(5);
        stored.setCrc(crc.getValue());
        zip.putNextEntry(stored);
        zip.write(plain);
        ZipEntry empty = new ZipEntry("empty");
        zip.putNextEntry(empty);
        zip.close();
        System.out.println(packed.getSize() + " " + packed.getCompressedSize() + " " + packed.getCrc() + " " + packed.getTime() + " " + empty.getSize());
        return bytes.toByteArray();
    }

    static void stream(byte[] all) throws IOException {
        ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(all));
        for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
            System.out.print(e + " " + e.isDirectory() + " " + e.getMethod() + " " + e.getSize() + " " + in.available());
            if (e.getName().equals("folder/packed.txt")) {
                // A part; the rest is passed over.
                System.out.println(" " + new String(in.readNBytes(12)).replace('\n', '|'));
                continue;
            }
            byte[] b = in.readAllBytes();
            System.out.println(" " + b.length + " " + in.available() + " " + in.read() + " " + Long.toHexString(e.getCrc()));
        }
        in.close();
    }

    static void file(File f) throws IOException {
        try (ZipFile zip = new ZipFile(f)) {
            System.out.println(zip.size() + " " + zip.getComment());
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry e = entries.nextElement();
                System.out.println(e.getName() + " " + e.getSize() + " " + e.getCrc() + " " + e.getComment());
            }
            try (InputStream in = zip.getInputStream(zip.getEntry("folder/packed.txt"))) {
                byte[] b = in.readAllBytes();
                System.out.println(b.length + " " + Arrays.hashCode(b));
            }
            System.out.println(Arrays.toString(zip.getInputStream(zip.getEntry("größe.bin")).readAllBytes()) + " " + zip.getEntry("none") + " " + zip.getEntry("folder"));
        }
    }

    static void broken(byte[] all) throws IOException {
        File f = File.createTempFile("broken", ".zip");
        write(f, Arrays.copyOf(all, all.length - 40));
        try {
            new ZipFile(f.getPath());
        } catch (ZipException e) {
            System.out.println(e.getMessage());
        }
        f.delete();
        int at = 0;
        while (!(all[at] == 1 && all[at + 1] == 2 && all[at + 2] == 3)) at++;
        byte[] bad = all.clone();
        bad[at]++;
        try {
            ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(bad));
            while (in.getNextEntry() != null) in.readAllBytes();
        } catch (ZipException e) {
            System.out.println(e.getMessage());
        }
        ZipOutputStream zip = new ZipOutputStream(new ByteArrayOutputStream());
        zip.putNextEntry(new ZipEntry("a"));
        try {
            zip.putNextEntry(new ZipEntry("a"));
        } catch (ZipException e) {
            System.out.println(e.getMessage());
        }
        ZipEntry e = new ZipEntry("b");
        e.setMethod(ZipEntry.STORED);
        try {
            zip.putNextEntry(e);
        } catch (ZipException x) {
            System.out.println(x.getMessage());
        }
    }

    static void write(File f, byte[] b) throws IOException {
        FileOutputStream out = new FileOutputStream(f);
        out.write(b);
        out.close();
    }

    public static void main(String[] args) throws IOException {
        byte[] all = made();
        stream(all);
        File f = File.createTempFile("archive", ".zip");
        write(f, all);
        file(f);
        f.delete();
        broken(all);
    }
}
