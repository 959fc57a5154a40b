// javac: line 3: undefined label: a
class A { void f() { while (true) {
 break a; } } }
