// javac: line 3: no interface expected here
interface B { }
class A extends B { }
