// javac: line 3: variable x is already defined in method f(int,int)
class A { void f(int x,
 int x) { } }
