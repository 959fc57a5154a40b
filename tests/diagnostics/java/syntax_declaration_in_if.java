// javac: line 3: variable declaration not allowed here
class A { void f(boolean b) { if (b)
 int x = 1; } }
