package somd;

/** Thrown by a source task to end its stream. */
public class Underflow extends RuntimeException {
    public Underflow() { }

    public Underflow(String message) { super(message); }
}
