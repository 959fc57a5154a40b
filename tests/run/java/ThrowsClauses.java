import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** What lambdas and generic methods throw. */
public class ThrowsClauses {
    public static void main(String[] args) throws Throwable {
        GenericThrows.main(args);
        ThrownByLambdas.main(args);
        ReferredConstructors.main(args);
    }
}

/** `throws` clauses that name type variables: what a call throws follows from its type arguments, or from its lambda. */
class GenericThrows {
    interface Action<T, X extends Exception> {
        T run() throws X;
    }

    static <T, X extends Exception> T call(Action<T, X> action) throws X {
        return action.run();
    }

    @SuppressWarnings("unchecked")
    static <X extends Throwable> void sneak(Throwable t) throws X {
        throw (X) t;
    }

    abstract static class Task<X extends Exception> {
        int runs;

        abstract void go() throws X;

        void twice() throws X {
            go();
            go();
        }
    }

    static class Quiet extends Task<RuntimeException> {
        void go() {
            runs++;
        }
    }

    static class Loud extends Task<IOException> {
        void go() throws IOException {
            if (++runs > 1) throw new IOException("loud " + runs);
        }
    }

    static class Odd extends Exception {
    }

    /** A local class that captures, with a constructor that throws. */
    static void local(final int i) throws Exception {
        class Checked {
            Checked() throws Exception {
                if (i != 5) throw new Exception("not five: " + i);
            }
        }
        new Checked();
        System.out.println("made");
    }

    static int read(String s) throws IOException {
        if (s.isEmpty()) throw new IOException("empty");
        return s.length();
    }

    public static void main(String[] args) {
        System.out.println(call(() -> "plain"));
        try {
            System.out.println(call(() -> read("abc")));
            call(() -> read(""));
        } catch (IOException e) {
            System.out.println(e);
        }
        try {
            GenericThrows.<RuntimeException>sneak(new IOException("sneaked"));
        } catch (Exception e) {
            System.out.println(e);
        }
        sneakAway();

        Quiet quiet = new Quiet();
        quiet.twice();
        Task<RuntimeException> task = quiet;
        task.twice();
        System.out.println(quiet.runs);
        try {
            new Loud().twice();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            local(5);
            local(6);
        } catch (Exception e) {
            System.out.println(e.getMessage());
        }

        Action<Integer, IOException> reading = () -> read("");
        try {
            reading.run();
        } catch (IOException e) {
            System.out.println("reading: " + e.getMessage());
        }
        Action<Integer, RuntimeException> harmless = () -> 7;
        System.out.println(harmless.run() + call(harmless));

        try {
            System.out.println(Optional.of(1).orElseThrow(() -> new IOException("no")));
            Optional.empty().orElseThrow(() -> new IOException("none"));
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            Optional.empty().orElseThrow(Odd::new);
        } catch (Odd e) {
            System.out.println(e);
        }
    }

    /** Nothing says what is thrown: it counts as unchecked. */
    static void sneakAway() {
        try {
            sneak(new Odd());
        } catch (Throwable e) {
            System.out.println(e);
        }
    }
}

/** What a lambda throws says what its interface's type variable stands for, in the call's result too; finals in loops that end. */
class ThrownByLambdas {
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

// References to constructors and to the clone of an array choose between overloads by what they take and give.


class ReferredConstructors {
    interface Makes<T> {
        T make();
    }

    interface MakesMore<T> extends Makes<T> {
    }

    static class Point {
        final int x;

        Point(int x) {
            this.x = x;
        }
    }

    static class Several {
        final String how;

        Several() {
            how = "none";
        }

        Several(String s) {
            how = s;
        }
    }

    enum Kind { WARM, COLD }

    static void made(Makes<ReferredConstructors> m) {
        System.out.println("itself " + (m.make() != null));
    }

    static void made(MakesMore<String> m) {
        System.out.println("a string");
    }

    static <T> void any(Makes<T> m) {
        System.out.println("any " + (m.make() != null));
    }

    static <T extends String> void any(MakesMore<T> m) {
        System.out.println("a string");
    }

    static void point(IntFunction<Point> f) {
        System.out.println(f.apply(3).x);
    }

    static void point(Supplier<Point> f) {
        System.out.println("nothing taken");
    }

    static void several(Supplier<Several> f) {
        System.out.println(f.get().how);
    }

    static void several(BiFunction<String, String, Several> f) {
        System.out.println("no");
    }

    static void copied(Supplier<int[]> f, int[] a) {
        System.out.println("given " + (f.get() == a));
    }

    static void copied(Function<int[], int[]> f, int[] a) {
        System.out.println("taken " + (f.apply(a) == a));
    }

    static String text(Kind kind) {
        return (String) switch (kind) {
            case WARM -> "warm";
            default -> 1;
        };
    }

    static double mixed(Kind kind) {
        return (double) switch (kind) {
            case WARM -> 1;
            default -> 'c';
        };
    }

    static byte cut(Kind kind) {
        return (byte) switch (kind) {
            case WARM -> 300;
            case COLD -> 2;
        };
    }

    public static void main(String[] args) {
        made(ReferredConstructors::new);
        any(ReferredConstructors::new);
        made(args.length == 0 ? ReferredConstructors::new : ReferredConstructors::new);
        point(Point::new);
        several(Several::new);
        int[] numbers = {1, 2};
        copied(int[]::clone, numbers);
        copied(numbers::clone, numbers);
        System.out.println(text(Kind.WARM) + mixed(Kind.WARM) + mixed(Kind.COLD) + cut(Kind.WARM));
        try {
            text(Kind.COLD);
        } catch (ClassCastException e) {
            System.out.println("no text");
        }
    }
}
