// javac: line 4: abstract method f() in B cannot be accessed directly
abstract class B { abstract void f(); }
class A extends B { void f() {
 super.f(); } }
