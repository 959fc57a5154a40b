// javac: line 3: A is not abstract and does not override abstract method f() in B
abstract class B { abstract void f(); }
class A extends B { }
