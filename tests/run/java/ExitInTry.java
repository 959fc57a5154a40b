//! exit: 3
/** `System.exit` is not an exception: nothing catches it, and no `finally` runs. */
public class ExitInTry {
    static class A { }

    static class B { }

    public static void main(String[] args) {
        try {
            Object o = new A();
            System.out.println((B) o);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.exit(3);
        } catch (Throwable t) {
            System.out.println("caught " + t);
        } finally {
            System.out.println("finally");
        }
    }
}
