// javac: line 4: f() in A cannot override f() in B
class B { int f() { return 1; } }
class A extends B {
 long f() { return 1; } }
