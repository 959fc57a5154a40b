// javac: line 3: constructor A() is already defined in class A
class A { A() { }
 A() { } }
