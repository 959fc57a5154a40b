// javac: line 8: unreported exception X; must be caught or declared to be thrown
import java.io.IOException;
class A {
    interface Action<X extends Exception> { void run() throws X; }
    static <X extends Exception> void call(Action<X> a) throws X { a.run(); }
    static void m(Action<IOException> reading) {
        call(() -> System.out.println());
        call(reading);
    }
}
