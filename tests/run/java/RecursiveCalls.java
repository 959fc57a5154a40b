/** Methods that call themselves, and what is thrown in them: every call is a frame of the trace. */
public class RecursiveCalls {
    static int at(int[] a, int k) {
        if (k == 3) return a[k] / a[0];
        return at(a, k + 1) + k;
    }

    static int guarded(String s, int k) {
        if (k > s.length()) return s.charAt(k);
        return k % 2 == 0 ? guarded(s, k + 1) : 1 + guarded(s, k + 1);
    }

    static final class Tree {
        Tree left, right;
        int value;

        Tree(int value) { this.value = value; }

        void add(int v) {
            if (v == value) { value++; return; }
            if (v < value) { if (left == null) left = new Tree(v); else left.add(v); }
            else if (right == null) right = new Tree(v); else right.add(v);
        }

        int depth() { return 1 + Math.max(left == null ? 0 : left.depth(), right == null ? 0 : right.depth()); }

        long sum() {
            if (value > 1_000_000) throw new IllegalStateException("large " + value);
            return value + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum());
        }
    }

    int steps;

    void hanoi(int n, int from, int to, int by) {
        if (n == 0) { steps++; return; }
        hanoi(n - 1, from, by, to);
        hanoi(n - 1, by, to, from);
    }

    static int even(int n) { return n == 0 ? 1 : odd(n - 1); }

    static int odd(int n) { if (n == 0) return 0; return even(n - 1); }

    static String words(int n, String end) {
        if (n == 0) return end;
        return words(n - 1, n + end);
    }

    static int endless(int n) { return n < 0 ? 0 : endless(n + 1) - 1; }

    static int caught(int n) {
        if (n == 0) throw new IllegalArgumentException("zero");
        try {
            return caught(n - 1);
        } catch (IllegalArgumentException e) {
            if (n < 3) throw e;
            return n;
        }
    }

    static void trace(Throwable t) {
        System.out.println(t);
        for (StackTraceElement e : t.getStackTrace()) {
            System.out.println("  " + e.getMethodName() + " " + e.getLineNumber());
            if (e.getMethodName().equals("main")) break;
        }
    }

    public static void main(String[] args) {
        System.out.println(at(new int[] {2, 0, 0, 9}, 0));
        try { at(new int[] {0, 1, 1, 1}, 0); } catch (ArithmeticException e) { trace(e); }
        try { at(new int[2], 0); } catch (ArrayIndexOutOfBoundsException e) { trace(e); }
        try { at(null, 0); } catch (NullPointerException e) { trace(e); }
        try { guarded("abcd", 1); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        Tree t = new Tree(500);
        for (int i = 0; i < 300; i++) t.add(i * 7919 % 1000);
        t.add(500);
        System.out.println(t.depth() + " " + t.sum());
        t.right.right.value = 2_000_000;
        try { t.sum(); } catch (IllegalStateException e) { trace(e); }
        RecursiveCalls r = new RecursiveCalls();
        r.hanoi(10, 0, 1, 2);
        System.out.println(r.steps + " " + even(1001) + " " + words(12, "."));
        try { endless(0); } catch (StackOverflowError e) { System.out.println("deep " + (e.getStackTrace().length > 500)); }
        System.out.println(caught(5));
        try { caught(2); } catch (IllegalArgumentException e) { trace(e); }
    }
}
