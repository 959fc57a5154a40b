// javac: line 3: non-static method g() cannot be referenced from a static context
class A { int x; int g() { return 1; } static int f() {
 return A.g(); } }
