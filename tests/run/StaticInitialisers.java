import java.util.*;
public class StaticInitialisers {
    static { System.out.println("main clinit"); }
    static class A { static { System.out.println("A"); } static int x = log("A.x", 3); static final int K = 5; static final String S = "const"; static final Integer BOX = log("A.BOX", 9); static void m() { System.out.println("A.m"); } }
    static class B extends A { static { System.out.println("B"); } static int y = x + 1; B() { System.out.println("B()"); } }
    static class C { static C one = new C(); static int n = 7; int seen; C() { seen = n; } }
    interface I { int V = log("I.V", 11); default void d() {} }
    interface J { int W = log("J.W", 12); }
    static class D implements I, J { static { System.out.println("D"); } }
    static class Cyc1 { static int a = Cyc2.b + 1; }
    static class Cyc2 { static int b = Cyc1.a + 1; }
    static class Bad { static int q = 1 / Integer.parseInt("0"); static void m() {} }
    static class Bad2 { static { if (true) throw new IllegalStateException("boom"); } }
    static class Arr { static { System.out.println("Arr never"); } }
    enum E { X, Y; static final Map<String, E> MAP = new HashMap<>(); static { for (E e : values()) MAP.put(e.name().toLowerCase(), e); System.out.println("E init"); } }
    static class Lazy { static int c = 0; static Lazy inst; static Lazy get() { if (inst == null) inst = new Lazy(); return inst; } int id = ++c; }
    static class Gen<T> { static int made; T t; { made++; } Gen(T t) { this.t = t; } }
    static int log(String s, int v) { System.out.println("init " + s); return v; }
    int inst = log("inst", 1); { log("block", 2); } int inst2 = log("inst2", inst + 5);
    StaticInitialisers() { log("ctor", inst2); }
    static long total = 0;
    static int arr[] = {1, 2, 3}, grid[][] = {{1}, {2, 3}, {}};
    public static void main(String[] args) {
        System.out.println(A.K + A.S);
        System.out.println("before");
        System.out.println(B.K);
        Arr[] arrs = new Arr[3]; System.out.println(arrs.length);
        System.out.println(B.x);
        new B();
        System.out.println(B.y + " " + A.BOX);
        System.out.println(C.one.seen + " " + C.n);
        new D(); System.out.println("made D"); System.out.println(D.W);
        System.out.println(Cyc1.a + " " + Cyc2.b);
        try { Bad.m(); } catch (ExceptionInInitializerError e) { System.out.println("EIIE " + e.getMessage() + " " + e.getCause()); }
        try { Bad.m(); } catch (NoClassDefFoundError e) { System.out.println(e.getMessage()); }
        try { new Bad2(); } catch (ExceptionInInitializerError e) { System.out.println(e.getCause()); }
        System.out.println(E.MAP.get("y"));
        System.out.println(Lazy.get().id + " " + Lazy.get().id + " " + Lazy.c);
        new Gen<>("a"); new Gen<>(1); System.out.println(Gen.made);
        new StaticInitialisers();
        for (int[] g : grid) { for (int v : g) total += v; }
        System.out.println(total + " " + arr.length);
        System.out.println(int[].class.getName() + " " + String.class + " " + int.class + " " + I.class + " " + new int[0][0].getClass().getSimpleName() + " " + E.X.getClass() + " " + A.class.getSimpleName() + " " + String[][].class.getName());
        Object o = new Object(); System.out.println(o.equals(o) + " " + (o.hashCode() == o.hashCode()) + " " + o.getClass().getName());
        System.out.println(new A().getClass() == A.class);
    }
}
