import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Packed data have the bytes that `java` packs. */
public class Packing {
    static byte[] text(int size, int seed) {
        Random r = new Random(seed);
        String[] words = "the of window lazy match a hash chain literal block tree length distance and in to stored fixed".split(" ");
        StringBuilder s = new StringBuilder();
        while (s.length() < size) s.append(words[r.nextInt(words.length)]).append(r.nextInt(9) == 0 ? ".\n" : " ");
        return s.substring(0, size).getBytes();
    }

    static byte[] noise(int size, int bits) {
        Random r = new Random(bits);
        byte[] b = new byte[size];
        for (int i = 0; i < size; i++) b[i] = (byte) r.nextInt(1 << bits);
        return b;
    }

    static byte[] mixed(int size) {
        byte[] all = Arrays.copyOf(text(size, 3), size), other = noise(size, 8);
        for (int i = 0; i < size; i += 5000) System.arraycopy(other, i, all, i, Math.min(i % 3000, size - i));
        return all;
    }

    static byte[] pack(byte[] data, int level, int strategy, boolean bare, int piece, int room) {
        Deflater d = new Deflater(level, bare);
        d.setStrategy(strategy);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[room];
        for (int at = 0; at < data.length; at += piece) {
            d.setInput(data, at, Math.min(piece, data.length - at));
            while (!d.needsInput()) out.write(buffer, 0, d.deflate(buffer));
        }
        d.finish();
        while (!d.finished()) out.write(buffer, 0, d.deflate(buffer));
        if (d.getTotalIn() != data.length || d.getBytesWritten() != out.size()) System.out.println("miscounted");
        d.end();
        return out.toByteArray();
    }

    static byte[] unpack(byte[] packed, boolean bare, int size) throws Exception {
        Inflater i = new Inflater(bare);
        i.setInput(packed);
        byte[] data = new byte[size];
        for (int n = 0; n < size && !i.finished(); ) n += i.inflate(data, n, size - n);
        return data;
    }

    static String sum(byte[] b) {
        CRC32 c = new CRC32();
        c.update(b);
        return b.length + ":" + Long.toHexString(c.getValue());
    }

    public static void main(String[] args) throws Exception {
        byte[][] all = {{}, {7}, "abcabcabcabcabcabc".getBytes(), new byte[3000], text(5000, 1), noise(2000, 8), noise(3000, 3), mixed(12000)};
        for (byte[] data : all) {
            StringBuilder line = new StringBuilder();
            for (int level = -1; level <= 9; level++) {
                if (level == 0) continue;
                byte[] packed = pack(data, level, Deflater.DEFAULT_STRATEGY, false, 1 << 20, 4096);
                line.append(sum(packed)).append(' ');
                if (!Arrays.equals(unpack(packed, false, data.length), data)) line.append("WRONG ");
                if (!Arrays.equals(packed, pack(data, level, Deflater.DEFAULT_STRATEGY, false, 1000, 77))) line.append("BY PIECES ");
            }
            for (int strategy = 1; strategy <= 2; strategy++) {
                byte[] packed = pack(data, 6, strategy, true, 1 << 20, 1 << 16);
                line.append(sum(packed)).append(' ');
                if (!Arrays.equals(unpack(packed, true, data.length), data)) line.append("WRONG ");
            }
            byte[] stored = pack(data, 0, 0, false, 1 << 20, 1 << 20);
            System.out.println(line + (Arrays.equals(unpack(stored, false, data.length), data) ? "stored" : "WRONG"));
        }

        // Longer than the window and a block.
        byte[] much = mixed(120000);
        for (int level = 1; level <= 4; level += 3) System.out.print(sum(pack(much, level, 0, true, 50000, 10000)) + " ");
        System.out.println();

        byte[] data = text(12000, 4);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(data, 0, 10000);
            for (int i = 10000; i < 10100; i++) zip.write(data[i]);
            zip.write(data, 10100, 1900);
        }
        System.out.println(sum(bytes.toByteArray()) + " " + Arrays.toString(Arrays.copyOf(bytes.toByteArray(), 12)));
        byte[] back = new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray())).readAllBytes();
        System.out.println(Arrays.equals(back, data));

        bytes = new ByteArrayOutputStream();
        DeflaterOutputStream out = new DeflaterOutputStream(bytes, true);
        for (int i = 0; i < 5; i++) {
            out.write(data, i * 1000, 1000);
            out.flush();
            System.out.print(sum(bytes.toByteArray()) + " ");
        }
        out.close();
        System.out.println(sum(bytes.toByteArray()));
        back = new InflaterInputStream(new ByteArrayInputStream(bytes.toByteArray())).readAllBytes();
        System.out.println(Arrays.equals(back, Arrays.copyOf(data, 5000)));
        try {
            out.write(1);
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }

        Deflater d = new Deflater();
        byte[] words = "the window lazy literal distance stored".getBytes();
        d.setDictionary(words);
        d.setInput(data, 0, 300);
        d.finish();
        byte[] buffer = new byte[1000];
        int n = d.deflate(buffer);
        Adler32 a = new Adler32();
        a.update(data, 0, 300);
        System.out.println(n + " " + sum(Arrays.copyOf(buffer, n)) + " " + d.finished() + " " + (d.getAdler() == (int) a.getValue()) + " " + d.deflate(buffer));
        Inflater i = new Inflater();
        i.setInput(buffer, 0, n);
        System.out.println(i.inflate(new byte[300]) + " " + i.needsDictionary());
        i.setDictionary(words);
        byte[] some = new byte[300];
        System.out.println(i.inflate(some) + " " + Arrays.equals(some, Arrays.copyOf(data, 300)));

        d.reset();
        d.setLevel(1);
        d.setInput(data, 0, 10000);
        System.out.println(d.deflate(buffer) + " " + d.getTotalIn());
        n = d.deflate(buffer, 0, 1000, Deflater.FULL_FLUSH);
        System.out.println(n + " " + sum(Arrays.copyOf(buffer, n)) + " " + d.needsInput() + " " + d.getTotalIn() + " " + d.getTotalOut());
        d.setLevel(9);
        n = d.deflate(buffer);
        System.out.println(n + " " + sum(Arrays.copyOf(buffer, n)) + " " + d.getTotalIn() + " " + d.getTotalOut());
        try {
            new Deflater(12);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
