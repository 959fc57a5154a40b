// javac: line 3: class A.B is already defined in class A
class A { class B { }
 class B { } }
