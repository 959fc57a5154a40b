// javac: line 3: illegal start of expression
class A { int f() {
 return 1 +; } }
