// javac: line 3: A is not abstract and does not override abstract method f() in B
interface B { void f(); }
class A implements B { }
