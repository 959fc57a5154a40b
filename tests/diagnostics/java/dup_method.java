// javac: line 3: method f(int) is already defined in class A
class A { void f(int x) { }
 int f(int y) { return 1; } }
