// javac: line 4: B() has private access in B
class B { private B() { } }
class A { B f() {
 return new B(); } }
