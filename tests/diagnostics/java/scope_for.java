// javac: line 3: cannot find symbol
class A { int f() { for (int i = 0; i < 2; i++) { }
 return i; } }
