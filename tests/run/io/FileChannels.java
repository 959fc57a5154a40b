//! on: interp seq cpu gpu gpus bare inject oclgrind style java javac
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Channels of files, and buffers over mapped files. */
public class FileChannels {
    static void channel(Path p) throws IOException {
        FileChannel c = FileChannel.open(p, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        ByteBuffer b = ByteBuffer.allocate(16);
        b.putInt(1).putInt(2).putDouble(0.5).flip();
        System.out.println(c.write(b) + " " + c.position() + " " + c.size() + " " + b.remaining());
        c.position(4);
        ByteBuffer d = ByteBuffer.allocateDirect(4);
        System.out.println(c.read(d) + " " + d.getInt(0) + " " + c.position());
        System.out.println(c.read(d) + " " + c.read(ByteBuffer.allocate(8), 8) + " " + c.read(ByteBuffer.allocate(8), 16) + " " + c.position());
        c.write(ByteBuffer.wrap(new byte[] {9}), 20);
        System.out.println(c.size() + " " + Arrays.toString(Files.readAllBytes(p)));
        c.truncate(8);
        System.out.println(c.size() + " " + c.position() + " " + c.isOpen());
        ByteBuffer[] two = {ByteBuffer.allocate(3), ByteBuffer.allocate(30)};
        System.out.println(c.position(0).read(two) + " " + two[0] + " " + two[1]);
        c.close();
        c.close();
        System.out.println(c.isOpen());
        try {
            c.size();
        } catch (ClosedChannelException e) {
            System.out.println(e);
        }
    }

    static void refused(Path p) throws IOException {
        try (FileChannel c = FileChannel.open(p)) {
            c.write(ByteBuffer.allocate(1));
        } catch (NonWritableChannelException e) {
            System.out.println(e);
        }
        try (FileChannel c = FileChannel.open(p, StandardOpenOption.WRITE)) {
            c.read(ByteBuffer.allocate(1));
        } catch (NonReadableChannelException e) {
            System.out.println(e);
        }
        try (FileChannel c = FileChannel.open(p)) {
            c.map(FileChannel.MapMode.READ_ONLY, 0, c.size() + 1);
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            FileChannel.open(p.resolveSibling("not-there.bin"));
        } catch (NoSuchFileException e) {
            System.out.println("no file");
        }
    }

    static void mapped(Path p) throws IOException {
        int n = 5000;
        try (FileChannel c = FileChannel.open(p, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            MappedByteBuffer m = c.map(FileChannel.MapMode.READ_WRITE, 0, 4 * n);
            m.order(ByteOrder.LITTLE_ENDIAN);
            FloatBuffer f = m.asFloatBuffer();
            for (int i = 0; i < n; i++) f.put(i, i * 0.5f);
            m.force();
            System.out.println(c.size() + " " + f.capacity() + " " + m.isDirect() + " " + m.isReadOnly());
        }
        byte[] all = Files.readAllBytes(p);
        System.out.println(all.length + " " + ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN).getFloat(4 * 4999));
        try (RandomAccessFile r = new RandomAccessFile(p.toFile(), "r")) {
            // From the middle of a page on.
            MappedByteBuffer m = r.getChannel().map(FileChannel.MapMode.READ_ONLY, 4100, 12000);
            FloatBuffer f = m.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
            float[] some = new float[3];
            f.get(some);
            System.out.println(f + " " + Arrays.toString(some) + " " + f.get(2999) + " " + f.isReadOnly());
            double sum = 0;
            for (int i = 0; i < f.limit(); i++) sum += f.get(i);
            System.out.println(sum + " " + m);
            MappedByteBuffer part = m.slice(4, 8);
            System.out.println(part + " " + part.order() + " " + part.order(ByteOrder.LITTLE_ENDIAN).getFloat());
            try {
                m.put(0, (byte) 1);
            } catch (java.nio.ReadOnlyBufferException e) {
                System.out.println(e);
            }
        }
        try (FileChannel c = FileChannel.open(p, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer m = c.map(FileChannel.MapMode.PRIVATE, 0, 8);
            m.putLong(0, -1);
            System.out.println(m.getLong(0) + " " + ByteBuffer.wrap(Files.readAllBytes(p)).getLong(0));
            System.out.println(c.map(FileChannel.MapMode.READ_ONLY, 100, 0).remaining());
        }
    }

    static void bulk() {
        ByteBuffer b = ByteBuffer.allocate(64);
        b.position(3);
        for (ByteOrder o : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
            b.order(o);
            b.asIntBuffer().put(new int[] {1, -2, 3, 4}, 1, 3);
            int[] ints = new int[4];
            IntBuffer v = b.asIntBuffer();
            v.get(ints, 1, 3);
            System.out.println(Arrays.toString(ints) + " " + v.position() + " " + b.get(3) + " " + b.get(6) + " " + b.position());
            b.asDoubleBuffer().put(new double[] {0.1, -0.0});
            DoubleBuffer d = b.slice().order(o).asDoubleBuffer();
            double[] doubles = new double[2];
            d.get(doubles);
            System.out.println(Arrays.toString(doubles));
            b.asShortBuffer().put(new short[] {258, -1});
            b.asLongBuffer().put(1, new long[] {5});
            long[] longs = new long[2];
            b.asLongBuffer().get(longs);
            System.out.println(b.getShort(3) + " " + Arrays.toString(longs));
        }
    }

    public static void main(String[] args) throws IOException {
        Path p = File.createTempFile("channel", ".bin").toPath();
        channel(p);
        refused(p);
        mapped(p);
        bulk();
        try (FileInputStream in = new FileInputStream(p.toFile())) {
            in.read(new byte[7]);
            FileChannel c = in.getChannel();
            System.out.println(c.position() + " " + (in.getChannel() == c));
            c.position(19999);
            System.out.println(in.read() + " " + in.read());
        }
        FileChannel gone = FileChannel.open(p, StandardOpenOption.APPEND, StandardOpenOption.DELETE_ON_CLOSE);
        gone.write(ByteBuffer.wrap(new byte[5]));
        System.out.println(gone.size());
        gone.close();
        System.out.println(Files.exists(p));
    }
}
