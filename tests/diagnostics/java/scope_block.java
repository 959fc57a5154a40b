// javac: line 3: cannot find symbol
class A { int f() { { int x = 1; }
 return x; } }
