// javac: line 3: variable w might already have been assigned
class A { void f() { final int w; w = 1;
 w = 2; } }
