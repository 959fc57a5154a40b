// javac: line 3: ';' expected
class A { void f() { int x = 1
 ; int y = 2
 int z; } }
