import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.function.Supplier;

/** What a lambda throws says what its interface's type variable stands for, in the call's result too; finals in loops that end. */
public class ThrownByLambdas {
    interface Source<X extends Throwable, R> {
        R next() throws X;
    }

    interface Step<X extends Exception> {
        void run() throws X;
    }

    static <X extends Throwable, R> Source<X, R> named(String name, Source<X, R> source) {
        System.out.println("source " + name);
        return source;
    }

    static <X extends Exception> void go(Step<X> step) throws X {
        step.run();
    }

    static <X extends Throwable, R> Supplier<R> quiet(Source<X, R> source, R otherwise) {
        return () -> {
            try {
                return source.next();
            } catch (Throwable t) {
                System.out.println("quiet: " + t.getMessage());
                return otherwise;
            }
        };
    }

    static String plain() {
        return "plain";
    }

    static String file(boolean there) throws IOException {
        if (!there) throw new FileNotFoundException("no file");
        return "file";
    }

    static String missing() throws IOException {
        return file(false);
    }

    public static void main(String[] args) {
        // Nothing checked is thrown: what is made may be called without a handler.
        System.out.println(named("constant", () -> 42).next());
        System.out.println(named("method", ThrownByLambdas::plain).next());
        System.out.println(named("handled", () -> {
            try {
                return file(false);
            } catch (IOException e) {
                return "instead of " + e.getMessage();
            }
        }).next());
        go(() -> System.out.println("step"));
        go(() -> {
            try {
                if (args.length > 9) throw new IOException("never");
                System.out.println("inside");
            } catch (Exception e) {
                System.out.println(e);
            }
        });
        go(() -> go(() -> System.out.println("within a step")));

        try {
            System.out.println(named("file", () -> file(args.length == 0)).next());
            System.out.println(named("missing", ThrownByLambdas::missing).next());
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            go(() -> {
                try {
                    file(false);
                } catch (Exception e) {
                    if (e.getMessage() != null) throw e;
                }
            });
        } catch (IOException e) {
            System.out.println("thrown again: " + e.getMessage());
        }
        try {
            go(() -> go(() -> {
                throw new InterruptedException("from within");
            }));
        } catch (InterruptedException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(quiet(() -> file(false), "default").get() + quiet(() -> "value", "default").get());
        loops(3);
    }

    /** Assignments that no path leads to do not count, however often a loop turns. */
    static void loops(int n) {
        for (final boolean first; true; first = true) break;
        final int last;
        while (true) {
            if (n-- == 0) break;
            if (false) last = n;
        }
        System.out.println(n);
    }
}
