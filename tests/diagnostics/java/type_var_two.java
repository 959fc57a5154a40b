// javac: line 4: 'var' is not allowed in a compound declaration
class A {
    void f() {
        var a = 1, b = 2;
    }
}
