// javac: line 5: incompatible types: String cannot be converted to A
class A {
    class In { }
    class Sub extends In {
        Sub(String s) { s.super(); }
    }
}
