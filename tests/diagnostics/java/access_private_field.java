// javac: line 4: x has private access in B
class B { private int x; }
class A { int f(B b) {
 return b.x; } }
