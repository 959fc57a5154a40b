// javac: line 4: x() has private access in B
class B { private void x() { } }
class A { void f(B b) {
 b.x(); } }
