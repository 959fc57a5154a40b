// javac: line 4: f() in A cannot override f() in B
class B { static void f() { } }
class A extends B {
 void f() { } }
