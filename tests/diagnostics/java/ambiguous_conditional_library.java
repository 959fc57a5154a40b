// javac: line 4: reference to println is ambiguous
class A {
    static <T> T id(T t) { return t; }
    static void m(boolean c) { System.out.println(c ? id('a') : 0); }
}
