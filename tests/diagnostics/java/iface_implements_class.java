// javac: line 3: interface expected here
class B { }
class A implements B { }
