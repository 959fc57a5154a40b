// javac: line 3: cannot assign a value to final variable x
class A { final int x = 1; void f() {
 x = 2; } }
