import java.util.*;

/** Methods that return their receiver, in chains whose variables and fields change on the way. */
public class ChainedCalls {
    static class Path {
        final List<String> steps = new ArrayList<>();
        Path next;

        Path to(String s) {
            steps.add(s);
            return this;
        }

        Path all(Object... objects) {
            for (Object o : objects) to(String.valueOf(o));
            return this;
        }

        Path twice(String s) { return to(s).to(s); }

        Path link(Path p) {
            next = p;
            return this;
        }

        Path maybe(boolean other) {
            if (other) return next;
            return this;
        }

        Path checked(int n) {
            if (n < 0) throw new IllegalArgumentException("n " + n);
            steps.add("" + n);
            return this;
        }

        public String toString() { return steps.toString(); }
    }

    static class Louder extends Path {
        Path to(String s) {
            steps.add(s.toUpperCase());
            return this;
        }
    }

    interface Shape { Shape grow(int by); int size(); }

    static class Square implements Shape {
        int side;
        public Square grow(int by) { side += by; return this; }
        public int size() { return side * side; }
    }

    static class Stay implements Shape {
        public Shape grow(int by) { return new Square().grow(by); }
        public int size() { return -1; }
    }

    StringBuilder text = new StringBuilder();

    String replace(String s) {
        text.append(s);
        text = new StringBuilder("new:");
        return s + "!";
    }

    int drop() {
        text = null;
        return 7;
    }

    static StringBuilder shared = new StringBuilder("shared ");

    static String reset() {
        shared = new StringBuilder("fresh ");
        return "r";
    }

    public static void main(String[] args) {
        Path p = new Path();
        System.out.println(p.to("a").to("b").all(1, 'c', null, 2.5).twice("d"));
        Path kept = p.to("x");
        System.out.println((kept == p) + " " + (p.to("y").to("z") == kept) + " " + new Path().to("n").link(p).next.steps.size());
        System.out.println(new Louder().to("soft").twice("loud").all("x", 3));
        p = p.to("one").link(new Louder().to("two"));
        System.out.println(p.maybe(true).to("three") + " " + p.maybe(false).steps.size());
        Path q = p.to("first").to((p = new Path()).to("second").toString());
        System.out.println(q.steps.size() + " " + p);
        try {
            p.checked(1).checked(-5).checked(3);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " " + p);
        }
        try {
            Path none = args.length > 5 ? p : null;
            none.to("a").to("b");
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        Path self = new Path();
        self.to("q").all(self, self.to("w").steps.size()).to(self.toString());
        System.out.println(self);

        ChainedCalls c = new ChainedCalls();
        StringBuilder before = c.text;
        c.text.append("1").append(c.replace("2")).append(c.drop()).append('3');
        System.out.println(before + " " + c.text);
        shared.append("a").append(reset()).append("b");
        System.out.println(shared.append("c").append("d").length() + " " + shared);
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            b.append("item ").append(i).append(',').append(i * 0.5).append(true).append((Object) null).append(new char[] { 'x', 'y' });
            if (b.length() > 200) b.setLength(0);
        }
        System.out.println(b);
        StringBuilder one = new StringBuilder("ab").append(b.length()).insert(0, "<").append('>').reverse();
        System.out.println(one.append("é\u4e2d").append(one).append(one.length()).deleteCharAt(0));
        String joined = new StringBuilder().append("x".repeat(3)).append("yy").append("").append("0123456789abcdef0").append("12345678").toString();
        System.out.println(joined + " " + joined.length());
        Shape s = new Square().grow(2).grow(3);
        Shape t = args.length > 5 ? s : new Stay();
        System.out.println(s.size() + " " + s.grow(1).grow(1).size() + " " + t.grow(4).size() + " " + t.size());
        Long n = 0L;
        StringBuilder digits = new StringBuilder();
        for (long v : new long[] { 0, 9, 10, -1, -9, -10, 99, 100, 12345, Long.MAX_VALUE, Long.MIN_VALUE }) digits.append(v).append(' ');
        System.out.println(digits.append(n).toString().trim());
    }
}
