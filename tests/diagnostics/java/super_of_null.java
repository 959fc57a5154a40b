// javac: line 5: unexpected type
class A {
    class In { }
    static class Sub extends In {
        Sub() { null.super(); }
    }
}
