// javac: line 10: not an enclosing class: I
interface I {
    default void m() {
    }
}
interface J extends I {
}
class A implements J {
    void f() {
        I.super.m();
    }
}
