// javac: line 4: cannot assign a value to final variable X
interface B { int X = 1; }
class A { void f() {
 B.X = 2; } }
