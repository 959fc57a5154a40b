// javac: line 3: reached end of file while parsing
class A { void f() {
 if (true) { } }
