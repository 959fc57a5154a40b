// javac: line 3: not a statement
class A { void f(int x) {
 x; } }
