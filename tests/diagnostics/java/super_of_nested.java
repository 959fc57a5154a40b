// javac: line 5: illegal qualifier; Nested is not an inner class
class A {
    static class Nested { }
    static class Sub extends Nested {
        Sub(A a) { a.super(); }
    }
}
