// javac: line 3: interface expected here
class B { }
interface A extends B { }
