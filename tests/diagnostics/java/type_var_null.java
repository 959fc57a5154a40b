// javac: line 3: cannot infer type for local variable x
class A { void f() {
 var x = null; } }
