// javac: line 3: variable x is already defined in method f()
class A { void f() { int x = 1;
 int x = 2; } }
