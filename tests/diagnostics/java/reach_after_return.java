// javac: line 3: unreachable statement
class A { int f() { return 1;
 int x = 2; } }
