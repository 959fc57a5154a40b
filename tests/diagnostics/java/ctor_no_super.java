// javac: line 3: constructor B in class B cannot be applied to given types;
class B { B(int x) { } }
class A extends B { }
