public class StaticInit {
    static { System.out.println("main class"); }
    static int trace(String s, int v) { System.out.println(s); return v; }
    static class A { static { System.out.println("A"); } static int x = trace("A.x", 1); static final int CONST = 5; int f = trace("A.f", 1); { System.out.println("A block"); } A() { System.out.println("A()"); } static void touch() {} }
    static class B extends A { static int y = trace("B.y", A.x + 1); int g = trace("B.g", f + 1); B() { this(3); System.out.println("B() " + g); } B(int n) { super(); System.out.println("B(int) " + n); } }
    static class C { static int z = 1 / zero(); static int zero() { return 0; } }
    interface I { int K = trace("I.K", 9); }
    static class D implements I { }
    enum E { ONE, TWO; static final int COUNT = values().length; E() { System.out.println("enum constant"); } }
    public static void main(String[] args) {
        System.out.println("start " + A.CONST);
        B[] none = new B[2];
        System.out.println("array made");
        new B();
        A.touch();
        new D();
        System.out.println("D made, " + D.K);
        System.out.println(E.COUNT);
        try { System.out.println(C.z); } catch (ExceptionInInitializerError e) { System.out.println(e.getCause()); }
        try { System.out.println(C.z); } catch (NoClassDefFoundError e) { System.out.println("no class"); }
    }
}
