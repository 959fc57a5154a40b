// javac: line 4: B is abstract; cannot be instantiated
abstract class B { }
class A { B f() {
 return new B(); } }
