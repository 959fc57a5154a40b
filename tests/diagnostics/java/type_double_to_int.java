// javac: line 3: incompatible types: possible lossy conversion from double to int
class A { void f(double d) {
 int x = d; } }
