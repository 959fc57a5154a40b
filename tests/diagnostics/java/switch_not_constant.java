// javac: line 3: constant expression required
class A { void f(int x, int y) { switch (x) {
 case y: break; } } }
