// javac: line 4: f() in A cannot override f() in B
class B { void f() { } }
class A extends B {
 void f() throws Exception { } }
