// javac: line 3: cannot assign a value to final variable x
class A { void f() { final int x = 1;
 x = 2; } }
