// javac: line 3: incompatible types: void cannot be converted to int
class A { void g() { } void f() {
 int x = g(); } }
