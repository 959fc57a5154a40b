// javac: line 6: reference to p is ambiguous
class A {
    static <T> T id(T t) { return t; }
    static void p(Object o) { }
    static void p(long l) { }
    static void m(boolean c) { p(c ? id(1) : 2L); }
}
