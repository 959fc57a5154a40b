// javac: line 3: incompatible types: possible lossy conversion from long to int
class A { void f(long d) {
 int x = d + 1; } }
