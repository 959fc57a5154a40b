// The slots of what javac keeps for itself: the text of a `switch`, and the lock of `synchronized`.

public class NullCopies {
    String text;

    static String none() {
        return null;
    }

    static String told(Runnable r) {
        try {
            r.run();
            return "fine";
        } catch (NullPointerException e) {
            return e.getMessage();
        }
    }

    static void onLocal() {
        int before = 1;
        String s = before > 0 ? null : "a";
        switch (s) {
            case "a": System.out.println("a"); break;
            default: System.out.println("other");
        }
    }

    static void onParameter(String s) {
        switch (s) {
            case "a": System.out.println("a"); break;
            default: System.out.println("other");
        }
    }

    void onField() {
        switch (text) {
            case "a": System.out.println("a"); break;
            default: System.out.println("other");
        }
    }

    static void onCall() {
        long wide = 3;
        switch (none()) {
            case "a": System.out.println(wide); break;
            default: System.out.println("other");
        }
    }

    static int asValue(String s) {
        return switch (s) {
            case "a" -> 1;
            case "b" -> 2;
            default -> 3;
        };
    }

    static void asArrow(String s, int more) {
        double wide = 2;
        switch (s) {
            case "a" -> System.out.println(wide);
            default -> System.out.println(more);
        }
    }

    static void twice(String s) {
        String t = s;
        switch (t) {
            case "a": t = null;
        }
        switch (t) {
            case "b": System.out.println("b");
        }
    }

    static void within(String s) {
        switch (s) {
            case "a":
                String inner = null;
                System.out.println(inner.length());
                break;
            default:
        }
    }

    void ofThis() {
        synchronized (this) {
            String s = null;
            System.out.println(s.length());
        }
    }

    static void ofClass() {
        synchronized (NullCopies.class) {
            String s = null;
            System.out.println(s.length());
        }
    }

    static void nested(Object a) {
        synchronized (a) {
            synchronized (NullCopies.class) {
                String s = null;
                switch (s) {
                    case "a": System.out.println("a");
                }
            }
        }
    }

    static void after() {
        synchronized (NullCopies.class) {
            int x = 3;
            System.out.println(x);
        }
        String s = null;
        System.out.println(s.length());
    }

    public static void main(String[] args) {
        System.out.println(told(NullCopies::onLocal));
        System.out.println(told(() -> onParameter(null)));
        System.out.println(told(() -> new NullCopies().onField()));
        System.out.println(told(NullCopies::onCall));
        System.out.println(told(() -> asValue(null)));
        System.out.println(told(() -> asArrow(null, 1)));
        System.out.println(told(() -> twice(null)));
        System.out.println(told(() -> twice("a")));
        System.out.println(told(() -> within("a")));
        System.out.println(told(() -> new NullCopies().ofThis()));
        System.out.println(told(NullCopies::ofClass));
        System.out.println(told(() -> nested("x")));
        System.out.println(told(NullCopies::after));
    }
}
