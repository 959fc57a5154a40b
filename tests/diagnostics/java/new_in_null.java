// javac: line 4: unexpected type
class A {
    class In { }
    Object f() { return null.new In(); }
}
