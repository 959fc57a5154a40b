package somd.io;

import java.io.IOException;

/** Where somdc's own library gives arrays over files: here they are read. */
final class RawFile {
    private RawFile() { }

    static byte[] bytes(String file, long position, int count) throws IOException { return Raw.bytes(file, position, count); }

    static short[] shorts(String file, long position, int count) throws IOException { return Raw.shorts(file, position, count); }

    static int[] ints(String file, long position, int count) throws IOException { return Raw.ints(file, position, count); }

    static long[] longs(String file, long position, int count) throws IOException { return Raw.longs(file, position, count); }

    static float[] floats(String file, long position, int count) throws IOException { return Raw.floats(file, position, count); }

    static double[] doubles(String file, long position, int count) throws IOException { return Raw.doubles(file, position, count); }
}
