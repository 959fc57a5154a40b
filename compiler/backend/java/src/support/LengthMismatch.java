package somd;

/** Arrays that are mapped together have different lengths. */
public class LengthMismatch extends RuntimeException {
    public LengthMismatch() { }

    public LengthMismatch(String message) { super(message); }
}
