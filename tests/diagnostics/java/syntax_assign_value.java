// javac: line 3: unexpected type
class A { void f() {
 1 = 2; } }
