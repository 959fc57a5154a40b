//! exit: 1
//! err: Exception in thread "main" java.lang.IllegalStateException: wrapped
//! err: Caused by: java.lang.ArithmeticException: / by zero
//! at: 12
//! out: before
public class Uncaught {
    static int divide(int a, int b) { return a / b; }
    static void work() {
        try {
            System.out.println(divide(1, 0));
        } catch (ArithmeticException e) {
            throw new IllegalStateException("wrapped", e);
        }
    }
    public static void main(String[] args) {
        System.out.println("before");
        work();
    }
}
