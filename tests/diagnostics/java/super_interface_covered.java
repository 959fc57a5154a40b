// javac: line 12: bad type qualifier I in default super call
interface I {
    default void m() {
    }
}
interface J extends I {
    default void m() {
    }
}
class A implements I, J {
    public void m() {
        I.super.m();
    }
}
