// javac: line 7: variable r used as a try-with-resources resource neither final nor effectively final
class A {
    void f(boolean c, java.io.Reader a) throws java.io.IOException {
        java.io.Reader r;
        if (c) r = a;
        r = a;
        try (r) { }
    }
}
