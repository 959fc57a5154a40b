// javac: line 3: method g in class A cannot be applied to given types;
class A { void g(int x) { } void f() {
 g(1, 2); } }
