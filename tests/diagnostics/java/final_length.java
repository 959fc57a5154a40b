// javac: line 3: cannot assign a value to final variable length
class A { void f(int[] a) {
 a.length = 2; } }
