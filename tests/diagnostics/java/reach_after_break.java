// javac: line 3: unreachable statement
class A { void f() { while (true) { break;
 int x = 2; } } }
