// javac: line 4: f() in A cannot implement f() in B
interface B { void f(); }
class A implements B {
 void f() { } }
