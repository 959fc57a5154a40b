// javac: line 3: non-static method g() cannot be referenced from a static context
class A { void g() { } static void f() {
 g(); } }
