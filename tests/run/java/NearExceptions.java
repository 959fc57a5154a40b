//! exit: 1
//! err: Exception in thread "main" NearExceptions$Checked: checked -5
//! at: 38
import java.util.ArrayList;
import java.util.List;

/** Exceptions thrown in a `try` itself, a call below it, and further down; through loops, `finally` and other `catch`es. */
public class NearExceptions {
    static class Checked extends Exception {
        final int code;

        Checked(int code) {
            super("checked " + code);
            this.code = code;
        }
    }

    static class Other extends RuntimeException {
        Other(String message, Throwable cause) { super(message, cause); }
    }

    static int one(int n) throws Checked {
        if (n % 2 == 1) throw new Checked(n);
        return n;
    }

    static int two(int n) throws Checked { return one(n) + 1; }

    static int three(int n) throws Checked {
        int sum = 0;
        for (int i = 0; i <= n; i += 2) sum += two(i == n ? n : i);
        return sum;
    }

    static int deep(int n, int depth) throws Checked { return depth == 0 ? one(n) : deep(n, depth - 1) + 1; }

    static void nothing(int n) throws Checked {
        if (n > 2) throw new Checked(-n);
    }

    static String wrapped(int n) {
        try {
            return "fine " + three(n);
        } catch (Checked e) {
            throw new Other("wrapped", e);
        }
    }

    static String withFinally(int n, List<String> log) throws Checked {
        String held = "held " + n;
        try {
            log.add("try " + n);
            nothing(n);
            return held + two(n);
        } finally {
            log.add("finally " + held);
        }
    }

    static int overridden(int n) {
        try {
            throw new IllegalStateException("forgotten");
        } finally {
            return n;
        }
    }

    static int loop(int[] values) {
        int sum = 0;
        outer:
        for (int v : values) {
            try {
                if (v == 0) continue;
                if (v == 100) break outer;
                sum += two(v);
            } catch (Checked e) {
                if (e.code == 7) return -sum;
                sum += e.code * 1000;
            }
        }
        return sum;
    }

    static Object rethrown(RuntimeException e) {
        try {
            try {
                throw e;
            } catch (IllegalArgumentException i) {
                return "argument";
            } finally {
                System.out.println("inner finally");
            }
        } catch (NullPointerException n) {
            return "null";
        } catch (RuntimeException r) {
            return r.getMessage();
        }
    }

    interface Action {
        int run(int n) throws Checked;
    }

    static int dispatched(Action a, int n) {
        try {
            return a.run(n);
        } catch (Checked e) {
            return e.code * 10;
        }
    }

    static int switched(int n) throws Checked {
        switch (n) {
            case 0:
                nothing(3);
            case 1:
                return one(n);
            default:
                throw new Checked(99);
        }
    }

    static final class Stack {
        private final List<Object> items = new ArrayList<>();

        Stack push(Object o) throws Checked {
            if (items.size() == 2) throw new Checked(2);
            items.add(o);
            return this;
        }

        Object pop() throws Checked {
            if (items.isEmpty()) throw new Checked(0);
            return items.remove(items.size() - 1);
        }
    }

    static String stack(int n) {
        Stack s = new Stack();
        Object last = "none";
        try {
            for (int i = 0; i < n; i++) s.push("item " + i).push(last = "more " + i);
            return "" + s.pop() + s.pop() + s.pop();
        } catch (Checked e) {
            return last + " " + e.getMessage() + " " + e.getStackTrace()[0].getMethodName();
        }
    }

    public static void main(String[] args) throws Exception {
        for (int n = 0; n < 4; n++) {
            try {
                System.out.println(three(n) + " " + deep(n, 2) + " " + deep(n, 8));
            } catch (Checked e) {
                System.out.println(e.getMessage());
            }
            try {
                System.out.println(wrapped(n));
            } catch (Other e) {
                System.out.println(e.getMessage() + " by " + e.getCause().getMessage());
            }
            List<String> log = new ArrayList<>();
            try {
                log.add(withFinally(n, log));
            } catch (Checked e) {
                log.add(e.getMessage());
            }
            System.out.println(log);
            try {
                System.out.println(switched(n));
            } catch (Checked e) {
                System.out.println("switched " + e.code);
            }
            System.out.println(stack(n));
        }
        System.out.println(overridden(5));
        System.out.println(loop(new int[] {2, 0, 3, 4, 100, 6}) + " " + loop(new int[] {2, 4, 7}));
        System.out.println(rethrown(new IllegalArgumentException()) + " " + rethrown(new IllegalStateException("state")));
        System.out.println(rethrown(null));
        Action twice = n -> two(two(n));
        Action same = NearExceptions::one;
        System.out.println(dispatched(twice, 1) + " " + dispatched(same, 2) + " " + dispatched(same, 3) + " " + dispatched(twice, 2));
        for (String s : new String[] {"12", "x", null, "99999999999"}) {
            try {
                System.out.println(Integer.parseInt(s) + Long.parseLong(s));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            new ArrayList<String>().get(0);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        withFinally(5, new ArrayList<>());
    }
}
