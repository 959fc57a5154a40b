import java.util.function.*;

/** Stack traces name lambdas by the method that they stand in, numbered in the order in which they end; method references not at all. */
public class LambdaTraces {
    static IntUnaryOperator divide = x -> 10 / x;
    IntSupplier byField = () -> 3 / zero();

    static int half(int x) {
        return 1 / x;
    }

    int zero() {
        return 0;
    }

    static void run(Runnable r) {
        r.run();
    }

    static void trace(Runnable r) {
        try {
            r.run();
        } catch (ArithmeticException e) {
            for (StackTraceElement element : e.getStackTrace())
                if (element.getClassName().equals("LambdaTraces"))
                    System.out.println(element.getMethodName() + " " + element.getLineNumber());
        }
    }

    public static void main(String[] args) {
        trace(() -> divide.applyAsInt(0));
        trace(() -> new LambdaTraces().byField.getAsInt());
        int k = args.length;
        trace(() -> run(() -> System.out.println(1 / k)));
        IntUnaryOperator reference = LambdaTraces::half;
        trace(() -> reference.applyAsInt(k));
    }
}
