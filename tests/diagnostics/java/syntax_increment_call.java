// javac: line 3: unexpected type
class A { int g() { return 1; } void f() {
 g()++; } }
