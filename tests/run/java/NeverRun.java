import java.applet.*;
import java.applet.Applet;
import java.awt.*;
import java.awt.event.*;
import java.io.IOException;
import java.net.Socket;
import java.net.URL;
import java.text.Collator;
import java.util.function.Supplier;

/** What a program names and does not come to. */
public class NeverRun {
    public static void main(String[] args) throws Throwable {
        ApartFromRunning.main(args);
        OutsideNeverRun.main(args);
        AppletMain.main(args);
    }
}

/** Parts of Java's library that are named where nothing comes to run. */
class ApartFromRunning {
    static Package part() { return Package.getPackage("java.lang"); }

    static boolean isGuarded() { return System.getSecurityManager() != null; }

    public static void main(String[] args) {
        System.out.println("runs");
    }
}

/** Parts of Java's library that are not part of the language, in methods and classes that this program has and never runs. */
class OutsideNeverRun {
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

/** Old benchmarks are applets that have a `main` too, and reporters that nobody asks for. */
class AppletMain extends Applet implements ActionListener {
    static int runs;
    double start = -1;

    static class Reporter extends Socket {
        static final String NAME = "reporter";

        static String name() { return NAME + runs; }
    }

    static class Base {
        Object listener = null;
    }

    static class Listening extends Base implements Supplier<String> {
        @Override
        public String get() { return "listening " + listener; }
    }

    @Override
    public void init() {
        add(new Button("run"));
        resize(300, 200);
        start = System.currentTimeMillis();
    }

    @Override
    public void paint(Graphics g) {
        g.drawString("sum " + run(10), 10, 10);
    }

    @Override
    public void actionPerformed(ActionEvent e) {
        repaint();
    }

    static double run(int n) {
        double sum = 0;
        for (int i = 1; i <= n; i++) sum += 1.0 / i;
        runs++;
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(run(100) + " " + runs);
        System.out.println(Reporter.name());
        System.out.println(new Listening().get());
    }
}
