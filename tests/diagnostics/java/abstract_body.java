// javac: line 3: abstract methods cannot have a body
abstract class A {
 abstract void f() { } }
