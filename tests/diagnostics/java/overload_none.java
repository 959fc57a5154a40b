// javac: line 3: incompatible types: java.lang.String cannot be converted to int
class A { void g(int x) { } void f() {
 g("x"); } }
