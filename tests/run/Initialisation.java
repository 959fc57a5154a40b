public class Initialisation {
    static { System.out.println("Initialisation static"); }
    static int a = p("a");
    int x = p("x");
    { System.out.println("instance init"); }
    Initialisation() { System.out.println("ctor"); show(); }
    void show() { System.out.println("show " + x); }
    static int p(String s) { System.out.println("init " + s); return 1; }
    static class Sub extends Initialisation { int y = p("y"); static int z = p("Sub.z"); Sub() { super(); System.out.println("sub ctor " + y); } void show() { System.out.println("sub show " + y); } }
    static class Lazy { static { System.out.println("Lazy"); } static final int C = 5; static int v = 6; static void m() {} }
    static class Bad { static int q = 1 / Integer.parseInt("0"); }
    interface I { int K = p("I.K"); default void d() {} }
    static class Impl implements I {}
    enum Color { RED("r") { String f() { return "R!"; } }, GREEN("g"), BLUE("b"); final String s; Color(String s) { this.s = s; } String f() { return s; } }
    class Inner { int v = x + 1; int outer() { return Initialisation.this.x + v; } }
    public static void main(String[] args) {
        System.out.println("main");
        System.out.println(Lazy.C);
        System.out.println(Lazy.v);
        new Sub();
        new Impl();
        try { System.out.println(Bad.q); } catch (ExceptionInInitializerError e) { System.out.println("EIIE " + e.getCause()); }
        try { System.out.println(Bad.q); } catch (NoClassDefFoundError e) { System.out.println(e); }
        for (Color c : Color.values()) {
            System.out.println(c + " " + c.ordinal() + " " + c.f() + " " + c.name());
            switch (c) { case RED: System.out.println("is red"); break; case GREEN: System.out.println("is green"); default: System.out.println("dflt"); }
        }
        System.out.println(Color.valueOf("BLUE"));
        Initialisation o = new Initialisation(); Initialisation.Inner in = o.new Inner(); System.out.println(in.outer());
        int base = 10;
        Runnable r = () -> System.out.println("lambda " + base);
        r.run();
        java.util.function.IntBinaryOperator op = (p, q) -> p * q + base;
        System.out.println(op.applyAsInt(3, 4));
        Object anon = new Object() { int n = base; public String toString() { return "anon " + n; } };
        System.out.println(anon);
        String s = "two";
        switch (s) { case "one": System.out.println(1); break; case "two": System.out.println(2); break; default: System.out.println("?"); }
        int q = switch (s.length()) { case 1, 2 -> 5; case 3 -> { int t = 7; yield t * 2; } default -> 0; };
        System.out.println(q);
        Object ob = 42; if (ob instanceof Integer n && n > 40) System.out.println("int " + n);
        StringBuilder sb = new StringBuilder(); for (int i = 0; i < 5; i++) sb.append(i).append(','); System.out.println(sb.reverse());
        int[][] m = new int[3][4]; m[1][2] = 5; int[][] rag = {{1}, {2, 3}, {}}; int sum = 0; for (int[] row : m) for (int v : row) sum += v; for (int[] row : rag) sum += row.length; System.out.println(sum);
        long[] ls = new long[2]; ls[0]++; ls[1] -= 3; System.out.println(ls[0] + ls[1]);
        System.out.println("hash " + "hello".hashCode() + " " + Integer.toHexString(255) + " " + Math.max(3, 4) + " " + Math.sqrt(2));
        Integer i1 = 127, i2 = 127, i3 = 1000, i4 = 1000; System.out.println((i1 == i2) + " " + (i3 == i4) + " " + i3.equals(i4));
        record P(int a, String b) {} P pp = new P(1, "z"); System.out.println(pp + " " + pp.equals(new P(1, "z")) + " " + pp.hashCode());
        var list = new java.util.ArrayList<String>(); list.add("q"); list.add("w"); for (String e : list) System.out.println(e); System.out.println(list);
        var map = new java.util.HashMap<String, Integer>(); for (String w : "a b a c b a".split(" ")) map.merge(w, 1, Integer::sum); System.out.println(map);
        char c = "xyz".charAt(1); c++; System.out.println(c); System.out.println(String.valueOf(3.0f) + 1L + 'c' + null + true);
    }
}
