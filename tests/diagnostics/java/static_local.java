// javac: line 3: illegal start of expression
class A { void f() {
 static int x = 1; } }
