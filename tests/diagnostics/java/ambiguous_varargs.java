// javac: line 5: reference to m is ambiguous
class A {
    static void m(Object... all) { }
    static void m(int first, int... rest) { }
    static { m(1); }
}
