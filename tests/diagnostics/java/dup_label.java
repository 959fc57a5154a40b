// javac: line 3: label a already in use
class A { void f() { a: while (true) {
 a: while (true) { } } } }
