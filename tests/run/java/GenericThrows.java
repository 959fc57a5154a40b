import java.io.IOException;
import java.util.Optional;

/** `throws` clauses that name type variables: what a call throws follows from its type arguments, or from its lambda. */
public class GenericThrows {
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
