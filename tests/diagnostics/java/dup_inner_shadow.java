// javac: line 3: variable i is already defined in method f()
class A { void f() { for (int i = 0; i < 1; i++) {
 int i = 2; } } }
