// javac: line 3: method does not override or implement a method from a supertype
class A {
 @Override void f() { } }
