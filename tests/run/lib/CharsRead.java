import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.CharBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.concurrent.CopyOnWriteArrayList;

/** Readers that fill buffers, a program's own `Readable`, and lists from arrays that are copied. */
public class CharsRead {
    static class Letters implements Readable {
        private char next = 'a';

        @Override
        public int read(CharBuffer to) {
            if (next > 'g') return -1;
            int n = 0;
            while (to.hasRemaining() && next <= 'g') {
                to.put(next++);
                n++;
            }
            return n;
        }
    }

    static String all(Readable from, int size) throws IOException {
        CharBuffer buffer = CharBuffer.allocate(size);
        StringBuilder text = new StringBuilder();
        for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
            buffer.flip();
            text.append(n).append('[').append(buffer).append(']');
            buffer.clear();
        }
        return text.toString();
    }

    public static void main(String[] args) throws IOException {
        System.out.println(all(new Letters(), 3));
        System.out.println(all(new StringReader("some words"), 4));
        Reader reader = new StringReader("xyz");
        CharBuffer part = CharBuffer.allocate(5);
        part.put('-');
        System.out.println(reader.read(part) + " at " + part.position());
        System.out.println(reader.read(part));
        try {
            new StringReader("abc").read(CharBuffer.allocate(2).asReadOnlyBuffer());
        } catch (ReadOnlyBufferException e) {
            System.out.println("read-only");
        }
        String[] names = {"one", "two"};
        CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>(names);
        names[0] = "changed";
        for (String name : list) list.add(name + "'");
        System.out.println(list);
    }
}
