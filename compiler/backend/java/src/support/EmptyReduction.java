package somd;

/** A reduction without an identity was given no elements. */
public class EmptyReduction extends RuntimeException {
    public EmptyReduction() { }

    public EmptyReduction(String message) { super(message); }
}
