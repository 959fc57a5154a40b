// javac: line 6: unreported exception IOException; must be caught or declared to be thrown
import java.io.IOException;
class A {
    interface Action<X extends Exception> { void run() throws X; }
    static void m() {
        Action<RuntimeException> a = () -> { throw new IOException(); };
    }
}
