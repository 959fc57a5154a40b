// javac: line 3: class A is already defined in package unnamed package
class A {
 class A { } }
