// javac: line 3: variable w might be assigned in loop
class A { void f() { final int w; while (true)
 w = 2; } }
