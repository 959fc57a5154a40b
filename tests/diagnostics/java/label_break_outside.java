// javac: line 3: break outside switch or loop
class A { void f() {
 break; } }
