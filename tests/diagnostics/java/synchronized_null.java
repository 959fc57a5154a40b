// javac: line 4: unexpected type
class A {
    void f() {
        synchronized (null) { }
    }
}
