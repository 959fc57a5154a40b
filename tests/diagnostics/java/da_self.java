// javac: line 3: variable x might not have been initialized
class A { void f() {
 int x = x + 1; } }
