// javac: line 3: call to this must be first statement in constructor
class A { void f() {
 this(); } }
