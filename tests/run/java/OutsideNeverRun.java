import java.applet.*;
import java.awt.*;
import java.io.IOException;
import java.net.URL;
import java.text.Collator;

/** Parts of Java's library that are not part of the language, in methods and classes that this program has and never runs. */
public class OutsideNeverRun {
    interface Source {
        String read(URL from) throws IOException;

        default String name() {
            return "a source";
        }
    }

    static class Window extends Frame {
        private final int width;

        Window(int width) {
            super("title");
            this.width = width;
            setSize(width, 4);
        }

        @Override
        public void update(Graphics g) {
            g.drawLine(0, 0, getWidth(), width);
        }
    }

    static class Node implements Source {
        final int value;
        transient URL where;

        Node(int value) {
            this.value = value;
        }

        String text() {
            return "node " + value;
        }

        String far() {
            return where.getHost() + value;
        }

        @Override
        public String read(URL from) throws IOException {
            try (var in = from.openStream()) {
                return "" + in.read();
            }
        }
    }

    static class Lazy {
        static final Collator COLLATOR = Collator.getInstance();
        static final int SIZE;

        static {
            SIZE = COLLATOR.getStrength();
        }
    }

    static class Worker extends Thread {
        private final String[] words;
        private int done;

        Worker(String... words) {
            this.setName("worker");
            this.words = words;
        }

        @Override
        public void run() {
            done += words.length;
        }
    }

    static String header(URL from) {
        return "at " + from;
    }

    static String header(String... words) {
        return words.length + " words";
    }

    static int collated(String a, String b) {
        Comparable<String> first = s -> Collator.getInstance().compare(a, s);
        return first.compareTo(b) + Lazy.SIZE;
    }

    static Object called(Object o) throws Exception {
        return o.getClass().getMethod("text").invoke(o);
    }

    public static void main(String[] args) {
        Node n = new Node(3);
        System.out.println(n.text() + ", " + n.name());
        Object o = n;
        System.out.println(o instanceof Window);
        System.out.println(o instanceof Source);
        System.out.println(header() + ", " + header("a") + ", " + header(args) + ", " + header("a", "b"));
    }
}
