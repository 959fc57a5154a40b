/** Each line that throws is known by its number, also where several lines of a method throw the same. */
public class ThrowingLines {
    static class Node {
        int value;
        Node next;
    }

    static int check(int a) {
        if (a < 0)
            throw new IllegalArgumentException("negative");
        if (a == 0)
            throw new IllegalArgumentException("zero");
        if (a > 10)
            throw new IllegalStateException("big");
        return a * 2;
    }

    static int divide(int a, int b, int c) {
        int quotient = a / b;
        quotient += a;
        return quotient * (a / c);
    }

    static int third(Node n) {
        int sum = n.value;
        n = n.next;
        sum += n.value;
        n = n.next;
        return sum + n.value;
    }

    static void fill(int[] x, int i) {
        x[i] = 1;
        x[i + 1] = 2;
        x[i * 3] = x[i + 2];
    }

    static void report(Runnable r) {
        try {
            r.run();
        } catch (RuntimeException e) {
            StackTraceElement top = e.getStackTrace()[0];
            System.out.println(e.getClass().getName() + " in " + top.getMethodName() + ", line " + top.getLineNumber());
        }
    }

    public static void main(String[] args) {
        for (int a : new int[] {-1, 0, 11, 4})
            report(() -> System.out.println(check(a)));
        report(() -> divide(1, 0, 1));
        report(() -> divide(1, 1, 0));
        Node n = new Node();
        report(() -> third(null));
        report(() -> third(n));
        n.next = new Node();
        report(() -> third(n));
        for (int length = 2; length < 7; length++) {
            int[] x = new int[length];
            report(() -> fill(x, 2));
        }
    }
}
