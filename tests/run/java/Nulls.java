import java.io.IOException;
import java.util.*;
import java.util.HashMap;
import java.util.Map;
import java.util.function.*;
import java.util.function.Supplier;

/** Where null may stand, and what is said where it must not. */
public class Nulls {
    public static void main(String[] args) throws Throwable {
        NullCaptures.main(args);
        NullConstants.main(args);
        NullMessagesToo.main(args);
        RowReached.main(args);
        NullObjects.main(args);
    }
}

// What is null in a lambda is named as in the method around it: what it captures has its own name there.


class NullCaptures {
    String field;
    int[] numbers;
    NullCaptures next;
    static Map<String, NullCaptures> known = new HashMap<>();

    static void run(Runnable task) {
        try {
            task.run();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    NullCaptures none() {
        return null;
    }

    void all(String given, int[][] grid) {
        Integer box = null;
        run(() -> field.length());
        run(() -> numbers[0]++);
        run(() -> next.next.field = "x");
        run(() -> System.out.println(given.trim()));
        run(() -> grid[0][1] = 2);
        run(() -> System.out.println(grid[1].length));
        run(() -> known.get("k").field.length());
        run(() -> none().all("", null));
        run(() -> next.all(given, grid));
        run(() -> System.out.println(box + 1));
        run(() -> {
            Runnable inner = () -> System.out.println(given.length() + field.length());
            inner.run();
        });
        run(() -> {
            Supplier<Integer> length = given::length;
            System.out.println(length.get());
        });
        run(new Runnable() {
            String own;

            public void run() {
                System.out.println(own.length());
            }
        });
        run(new Runnable() {
            public void run() {
                System.out.println(given.length());
            }
        });
        run(new Runnable() {
            public void run() {
                System.out.println(field.length());
            }
        });
    }

    public static void main(String[] args) {
        new NullCaptures().all(null, new int[2][]);
    }
}

// Constants that are null: compared, handed on, looked into, and in classes whose initialisers can be seen.
class NullConstants {
    static class Links {
        static final Node NONE = null;
        static final int LIMIT = 3;
    }

    static class Node {
        final int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }

        Node next() {
            return next;
        }
    }

    static class Loud {
        static final Node NONE = null;

        static {
            System.out.println("Loud is initialised");
        }
    }

    static class Above {
        static int count = announce();

        static int announce() {
            System.out.println("Above is initialised");
            return 1;
        }
    }

    static class Below extends Above {
        static final String NONE = null;
    }

    static Node append(Node added, Node first) {
        added.next = Links.NONE;
        if (Links.NONE == first) {
            return added;
        }
        Node last = first;
        Node link;
        while (Links.NONE != (link = last.next())) {
            last = link;
        }
        last.next = added;
        return first;
    }

    static String shown(Object o, String s) {
        return o + " " + s;
    }

    public static void main(String[] args) {
        Node first = Links.NONE;
        for (int i = 0; i < 5; i++) {
            first = append(new Node(i, Links.NONE), first);
        }
        Node rest = first.next;
        // What is taken out of the middle lives on by itself.
        first.next = rest.next;
        rest.next = Links.NONE;
        for (Node n = first; n != Links.NONE; n = n.next) {
            System.out.print(n.value + " ");
        }
        System.out.println(rest.value + " " + (rest.next == Links.NONE));
        try {
            System.out.println(Links.NONE.value);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Node.class.cast(Links.NONE).next();
        } catch (NullPointerException e) {
            System.out.println("nothing cast");
        }
        System.out.println(Loud.NONE == first);
        System.out.println(shown(Below.NONE, Below.NONE));
        Object[] all = {Links.NONE, Loud.NONE, Below.NONE};
        System.out.println(all[0] == all[1] && all[1] == all[2]);
        String text = "x" + Below.NONE;
        text += Below.NONE;
        System.out.println(text + Links.LIMIT);
    }
}

/** The same of more statements, lambdas, constructors and initialisers. */
class NullMessagesToo {
  static void p(NullPointerException e) { System.out.println(e.getMessage()); }
  record R(String a, int b) { R { try { a.length(); } catch (NullPointerException e) { p(e); } } int l() { return a.length(); } }
  static class Base { String f; int[] xs; Base next; static Base root; }
  interface Shape { double area(Base b); }
  static <T extends Comparable<T>> int cmp(T x, T y) { return x.compareTo(y); }
  static void varargs(String... v) { v[0].length(); }
  final String field = null;
  void inst(int a, String[] b, long c) {
    try { b[2].trim(); } catch (NullPointerException e) { p(e); }
    try { b = null; b[0] = ""; } catch (NullPointerException e) { p(e); }
    try { field.length(); } catch (NullPointerException e) { p(e); }
    try { this.field.length(); } catch (NullPointerException e) { p(e); }
    do { String w = null; try { w.trim(); } catch (NullPointerException e) { p(e); } } while (false);
    int k = 0;
    while (k++ < 1) { double d = 0; String w = null; try { w.trim(); } catch (NullPointerException e) { p(e); } }
    lab: { String w = null; try { w.trim(); } catch (NullPointerException e) { p(e); } break lab; }
    if (a > 0) { String w1 = null; } else { long z = 1; String w2 = null; try { w2.trim(); } catch (NullPointerException e) { p(e); } }
    String after = null;
    try { after.trim(); } catch (NullPointerException e) { p(e); }
    Object o = after;
    if (!(o instanceof Integer i)) { String q = null; try { q.trim(); } catch (NullPointerException e) { p(e); } return; }
    System.out.println(i);
  }
  NullMessagesToo() { String z = null; try { z.length(); } catch (NullPointerException e) { p(e); } }
  NullMessagesToo(String q) { this(); try { q.length(); } catch (NullPointerException e) { p(e); } }
  { String ib = null; try { ib.length(); } catch (NullPointerException e) { p(e); } }
  static { String sb = null; try { sb.length(); } catch (NullPointerException e) { p(e); } }
  public static void main(String[] args) {
    new NullMessagesToo(null).inst(0, new String[3], 1L);
    try { new R("", 1).l(); new R(null, 2).l(); } catch (NullPointerException e) { p(e); }
    try { varargs((String) null); } catch (NullPointerException e) { p(e); }
    try { cmp(null, "a"); } catch (NullPointerException e) { p(e); }
    Base b = new Base();
    try { b.next.f.length(); } catch (NullPointerException e) { p(e); }
    try { b.xs[0] = 1; } catch (NullPointerException e) { p(e); }
    try { Base.root.f = ""; } catch (NullPointerException e) { p(e); }
    try { System.out.println(b.xs.length); } catch (NullPointerException e) { p(e); }
    Function<String, Integer> fn = String::length;
    try { fn.apply(null); } catch (NullPointerException e) { System.out.println("mref"); }
    Supplier<String> sup = () -> { String t = b.f; return t.trim(); };
    try { sup.get(); } catch (NullPointerException e) { p(e); }
    BiFunction<String, String, Integer> bf = (x, y) -> { int q = x.length(); return q + y.length() + b.f.length(); };
    try { bf.apply("", null); } catch (NullPointerException e) { p(e); }
    try { bf.apply("", ""); } catch (NullPointerException e) { p(e); }
    Map<String, Integer> m = new HashMap<>();
    try { int v = m.get("x"); } catch (NullPointerException e) { p(e); }
    try { m.get("x").toString(); } catch (NullPointerException e) { p(e); }
    for (Map.Entry<String, Integer> en : m.entrySet()) { }
    for (int i = 0, j = 1; i < 1; i++, j--) { String in = null; try { in.length(); } catch (NullPointerException e) { p(e); } }
    String[][] g = new String[2][];
    int r = 1;
    try { g[r][r - 1] = ""; } catch (NullPointerException e) { p(e); }
    try { g[0] = new String[1]; g[0][0].length(); } catch (NullPointerException e) { p(e); }
    StringBuilder sb = null;
    try { sb.append("x").append(1); } catch (NullPointerException e) { p(e); }
    char[] cs = null;
    try { cs[0]++; } catch (NullPointerException e) { p(e); }
    switch (r) { case 0: String c0 = null; case 1: String c1 = null; try { c1.length(); } catch (NullPointerException e) { p(e); } break; default: String c2 = null; }
    switch (r) { case 1 -> { String c1 = null; try { c1.length(); } catch (NullPointerException e) { p(e); } } default -> { } }
    try { throw null; } catch (NullPointerException e) { p(e); }
    Runnable rr = () -> { for (String s : new String[1]) { s.length(); } };
    try { rr.run(); } catch (NullPointerException e) { p(e); }
    Iterator<String> it = null;
    try { while (it.hasNext()) { } } catch (NullPointerException e) { p(e); }
    Object o = null;
    try { ((String) o).length(); } catch (NullPointerException e) { p(e); }
    try { o.getClass(); } catch (NullPointerException e) { p(e); }
    List<Integer> li = new ArrayList<>(); li.add(null);
    try { int sum = 0; for (int q : li) sum += q; } catch (NullPointerException e) { p(e); }
    try { Integer w = null; w++; } catch (NullPointerException e) { p(e); }
    try { boolean z = (Boolean) null; } catch (NullPointerException e) { p(e); }
    long big = 1; String last = null;
    try { last.length(); } catch (NullPointerException e) { p(e); }
  }
}

/** The way to a row is taken before what is computed behind it: its index, and what is stored. A null row is found behind the value. */
class RowReached {
    static class Holder { int[][] grid = new int[3][3]; int[] row = new int[3]; Holder next; }
    static void store(int[][] o, int[] a, int d) { for (int j = 0; j < 4; j++) o[d][j] = a[d + 90 + j]; }
    static void print(int[][] o, int d) { for (int j = 0; j < 4; j++) o[d][j] = say(j); }
    static int say(int j) { System.out.println("said " + j); return j; }
    static int zero(int z) { return 1 / z; }
    static void call(int[][] o, int z, int d) { for (int j = 0; j < 4; j++) o[d][j] = zero(z); }
    static void index(int[][] o, int d) { for (int j = 0; j < 4; j++) o[d][say(j)] = j; }
    static int read(int[][] o, int d) { int s = 0; for (int j = 0; j < 4; j++) s += o[d][say(j)]; return s; }
    static int readZero(int[][] o, int d, int z) { int s = 0; for (int j = 0; j < 4; j++) s += o[d][j / z]; return s; }
    static int used(int[][] o, int d, int z) { int s = 0; for (int j = 0; j < 4; j++) s += o[d][j] = j / z; return s; }
    static void compound(int[][] o, int d, int z) { for (int j = 0; j < 4; j++) o[d][j] += j / z; }
    static void compoundIndex(int[][] o, int d) { for (int j = 0; j < 4; j++) o[d][say(j)] += 2; }
    static void count(int[][] o, int d) { for (int j = 0; j < 4; j++) o[d][say(j)]++; }
    static void nullRow(int[][] o, int[] a) { for (int j = 0; j < 4; j++) o[1][j] = a[j + 9]; }
    static void field(Holder h, int z) { for (int j = 0; j < 4; j++) h.row[j] = j / z; }
    static void fieldRow(Holder h, int d, int z) { for (int j = 0; j < 4; j++) h.grid[d][j] = j / z; }
    static void nextRow(Holder h, int d, int z) { for (int j = 0; j < 4; j++) h.next.grid[d][j] = say(j); }
    static int fieldRead(Holder h, int d, int z) { int s = 0; for (int j = 0; j < 4; j++) s += h.next.grid[d][j / z]; return s; }
    static void cube(int[][][] o, int d, int e, int z) { for (int j = 0; j < 4; j++) o[d][e / z][j] = say(j); }
    static void objects(Object[][] o, int d) { for (int j = 0; j < 4; j++) o[d][j] = "x" + say(j); }
    static void chars(char[][] o, String s, int d) { for (int j = 0; j < 4; j++) o[d][j] = s.charAt(j + 3); }
    static void down(double[][] o, double[] a, int d) { for (int j = 3; j >= 0; j -= 2) o[d][j] = a[j + 2]; }
    static void whole(long[][] o, long[] a, int d) { int j = 0; while (j < 4) { o[d][j] = a[j + 1]; j++; } }
    static String t(Runnable r) { try { r.run(); return "ok"; } catch (RuntimeException e) { return e.toString(); } }

    public static void main(String[] x) {
        System.out.println("store " + t(() -> store(new int[10][4], new int[10], 100)));
        System.out.println("print " + t(() -> print(new int[10][4], 100)));
        System.out.println("call " + t(() -> call(new int[10][4], 0, 100)));
        System.out.println("index " + t(() -> index(new int[10][4], 100)));
        System.out.println("index ok " + t(() -> index(new int[10][3], 1)));
        System.out.println("read " + t(() -> read(new int[10][4], -1)));
        System.out.println("readZero " + t(() -> readZero(new int[10][4], -1, 0)));
        System.out.println("used " + t(() -> used(new int[2][4], 2, 0)));
        System.out.println("compound " + t(() -> compound(new int[2][4], 2, 0)));
        System.out.println("compound 0 " + t(() -> compound(new int[2][0], 1, 0)));
        System.out.println("compoundIndex " + t(() -> compoundIndex(new int[2][4], 2)));
        System.out.println("count " + t(() -> count(new int[2][4], 2)));
        System.out.println("nullRow " + t(() -> nullRow(new int[10][], new int[3])));
        System.out.println("nullAll " + t(() -> nullRow(null, new int[3])));
        System.out.println("nullPrint " + t(() -> print(new int[2][], 1)));
        System.out.println("field " + t(() -> field(null, 0)));
        System.out.println("field 0 " + t(() -> field(new Holder(), 0)));
        System.out.println("fieldRow " + t(() -> fieldRow(new Holder(), 3, 0)));
        System.out.println("fieldRow null " + t(() -> fieldRow(null, 3, 0)));
        System.out.println("nextRow " + t(() -> nextRow(new Holder(), 0, 0)));
        System.out.println("fieldRead " + t(() -> fieldRead(new Holder(), 0, 0)));
        System.out.println("cube " + t(() -> cube(new int[2][2][2], 2, 1, 0)));
        System.out.println("cube 1 " + t(() -> cube(new int[2][2][2], 1, 1, 0)));
        System.out.println("cube 2 " + t(() -> cube(new int[2][2][2], 1, 2, 1)));
        System.out.println("objects " + t(() -> objects(new Object[2][2], 2)));
        System.out.println("chars " + t(() -> chars(new char[2][2], "abcd", 2)));
        System.out.println("down " + t(() -> down(new double[2][4], new double[2], 2)));
        System.out.println("whole " + t(() -> whole(new long[2][4], new long[2], 2)));
    }
}

/** Where an object must not be null although nothing is selected from it yet, and what surrounds an object when `super` is called. */
class NullObjects {
    static NullObjects none;
    static int count;
    NullObjects next;
    int id;

    class Inner {
        final int n;

        Inner(int n) {
            this.n = n + id;
        }
    }

    class Further extends Inner {
        Further(NullObjects around) {
            around.super(count++);
        }
    }

    /** A subclass of the class around it: its object is given the one around, not itself. */
    class Same extends NullObjects {
        int around() {
            return NullObjects.this.id;
        }
    }

    class Nested extends Same {
        int sum() {
            return new Same().around() * 100 + around();
        }
    }

    static class Failing {
        Failing(String s) throws IOException {
            if (s.isEmpty()) throw new IOException("nothing");
        }
    }

    static void fails(String what, Runnable action) {
        int before = count;
        try {
            action.run();
            System.out.println(what + " went well");
        } catch (NullPointerException e) {
            System.out.println(what + " failed, " + (count - before));
        }
    }

    static String text() {
        count++;
        return null;
    }

    public static void main(String[] args) {
        fails("new", () -> none.new Inner(count++));
        fails("anonymous", () -> none.new Inner(count++) { });
        fails("super", () -> new NullObjects().new Further(none));
        fails("reference", () -> {
            Supplier<Integer> length = text()::length;
            count += 100;
        });
        fails("static through null", () -> {
            none.none = null;
            count++;
        });
        fails("static through null's field", () -> {
            none.next.none = null;
            count++;
        });

        NullObjects outer = new NullObjects();
        outer.id = 7;
        System.out.println(outer.new Nested().sum() + " " + outer.new Inner(1).n);
        try {
            System.out.println(new Failing("a") { } instanceof Failing);
            new Failing("") { };
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        local("arg");
        System.out.println(Double.parseDouble("0x0.0p9223372036854775807") + " " + Double.parseDouble("-0x1p-99999999999999999999")
                + " " + Float.parseFloat("0x1.8p200"));
    }

    static void local(final String arg) {
        class Local {
            String m() {
                return "Local " + arg;
            }

            class Sub extends Local {
                @Override
                String m() {
                    return "Sub " + arg;
                }
            }

            class SubSub extends Sub {
                @Override
                String m() {
                    return "SubSub of " + super.m();
                }
            }
        }
        System.out.println(new Local().new Sub().m() + ", " + new Local().new SubSub().m());
    }
}
