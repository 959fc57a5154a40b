// javac: line 3: final parameter x may not be assigned
class A { void f(final int x) {
 x++; } }
