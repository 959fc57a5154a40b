// javac: line 3: reference to g is ambiguous
class A { void g(int x, long y) { } void g(long x, int y) { } void f() {
 g(1, 1); } }
