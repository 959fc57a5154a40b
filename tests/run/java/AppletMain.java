import java.applet.Applet;
import java.awt.*;
import java.awt.event.*;
import java.net.Socket;
import java.util.function.Supplier;

/** Old benchmarks are applets that have a `main` too, and reporters that nobody asks for. */
public class AppletMain extends Applet implements ActionListener {
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
