import java.nio.*;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Buffers: positions and limits, all types in both orders, views, copies, what is refused. */
public class Buffers {
    static void show(String what, Buffer b) {
        System.out.println(what + " " + b + " " + b.remaining() + " " + b.hasRemaining() + " " + b.hasArray() + " " + b.isReadOnly());
    }

    static void refused(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": done");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e);
        }
    }

    static void scalars(ByteOrder order) {
        ByteBuffer b = ByteBuffer.allocate(64).order(order);
        b.put((byte) -2).putShort((short) -12345).putChar('\u20ac').putInt(0x12345678).putLong(0x8123456789abcdefL);
        b.putFloat(-1.5f).putDouble(Math.PI).put(new byte[] {1, 2, 3}).put(new byte[] {9, 8, 7, 6}, 1, 2);
        System.out.println(b.order() + " " + Arrays.toString(b.array()));
        b.flip();
        System.out.println(b.get() + " " + b.getShort() + " " + (int) b.getChar() + " " + Integer.toHexString(b.getInt()) + " "
            + Long.toHexString(b.getLong()) + " " + b.getFloat() + " " + b.getDouble() + " " + b.getShort() + " " + b.remaining());
        b.putInt(2, 77).putLong(8, -5L).putShort(0, (short) 3).putDouble(16, 1e-3).putFloat(24, 2.5f).putChar(28, 'x');
        System.out.println(b.getInt(2) + " " + b.getLong(8) + " " + b.getShort(0) + " " + b.getDouble(16) + " " + b.getFloat(24) + b.getChar(28));
    }

    static void views() {
        ByteBuffer b = ByteBuffer.allocate(40);
        b.position(4);
        IntBuffer ints = b.asIntBuffer();
        ints.put(5).put(new int[] {6, 7}).put(8, -1);
        show("ints", ints);
        show("bytes", b);
        System.out.println(Arrays.toString(b.array()) + ints.order());
        b.order(ByteOrder.LITTLE_ENDIAN);
        LongBuffer longs = b.asLongBuffer();
        DoubleBuffer doubles = b.slice().order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer();
        longs.put(0, 4611686018427387904L);
        show("longs", longs);
        System.out.println(doubles.get(0) + " " + longs.get(0) + " " + ints.get(0) + " " + longs.order());
        show("shorts", b.asShortBuffer().asReadOnlyBuffer());
        show("floats", b.asFloatBuffer().put(1.5f).slice());
        CharBuffer chars = b.asCharBuffer();
        chars.put("hello").flip();
        System.out.println(chars + " " + chars.length() + " " + chars.charAt(1) + " " + chars.subSequence(1, 3));
        double[] out = new double[2];
        doubles.get(out);
        System.out.println(Arrays.toString(out) + doubles.position());
    }

    static void copies() {
        IntBuffer a = IntBuffer.wrap(new int[] {1, 2, 3, 4, 5, 6});
        a.position(1).mark().position(3);
        IntBuffer s = a.slice();
        IntBuffer d = a.duplicate();
        show("slice", s);
        show("duplicate", d);
        show("read only", a.asReadOnlyBuffer());
        s.put(0, 40);
        d.reset();
        System.out.println(a.get(3) + " " + d.position() + " " + s.arrayOffset() + " " + s.get(2) + " " + a.slice(2, 3).get(1));
        a.compact();
        show("compact", a);
        System.out.println(Arrays.toString(a.array()));
        a.rewind();
        a.limit(2);
        System.out.println(a.equals(IntBuffer.wrap(new int[] {40, 5})) + " " + a.hashCode() + " " + a.compareTo(IntBuffer.wrap(new int[] {40, 6})) + " "
            + a.compareTo(IntBuffer.wrap(new int[] {40})) + " " + a.mismatch(IntBuffer.wrap(new int[] {40, 6})));
        DoubleBuffer x = DoubleBuffer.wrap(new double[] {0.0, Double.NaN});
        DoubleBuffer y = DoubleBuffer.wrap(new double[] {-0.0, Double.NaN});
        System.out.println(x.equals(y) + " " + x.compareTo(y) + " " + x.hashCode() + " " + y.hashCode());
        ByteBuffer bytes = ByteBuffer.wrap("some text".getBytes(), 5, 4);
        System.out.println(StandardCharsets.UTF_8.decode(bytes) + " " + bytes.remaining() + " " + StandardCharsets.UTF_8.encode("\u00e9").get(1));
        ByteBuffer more = ByteBuffer.allocate(6).put(ByteBuffer.wrap(new byte[] {5, 6, 7}));
        show("more", more);
        System.out.println(more.compareTo(ByteBuffer.allocate(3)) + " " + ByteBuffer.wrap(new byte[] {-1}).compareTo(ByteBuffer.wrap(new byte[] {1})));
        CharBuffer c = CharBuffer.allocate(8).append('a').append("bcd").append("wxyz", 1, 3);
        System.out.println(c.flip() + "|" + CharBuffer.wrap("0123456", 2, 5) + "|" + c.compareTo(CharBuffer.wrap("abce")));
    }

    public static void main(String[] args) {
        scalars(ByteOrder.BIG_ENDIAN);
        scalars(ByteOrder.LITTLE_ENDIAN);
        views();
        copies();
        ByteBuffer b = ByteBuffer.allocate(3);
        show("direct", ByteBuffer.allocateDirect(8));
        refused("underflow", () -> ByteBuffer.allocate(3).getInt());
        refused("overflow", () -> ByteBuffer.allocate(3).putInt(1));
        refused("array too long", () -> b.put(new byte[4]));
        refused("no more", () -> IntBuffer.allocate(0).get());
        refused("position", () -> b.position(4));
        refused("negative", () -> b.position(-1));
        refused("limit", () -> b.limit(4));
        refused("capacity", () -> ByteBuffer.allocate(-1));
        refused("read only", () -> b.asReadOnlyBuffer().put((byte) 1));
        refused("no array", () -> b.asIntBuffer().array());
        refused("no mark", () -> b.reset());
        refused("itself", () -> b.put(b));
        refused("range", () -> b.get(new byte[2], 1, 2));
        refused("at", () -> b.putLong(0, 1L));
        refused("clear", () -> System.out.println(b.clear()));
    }
}
