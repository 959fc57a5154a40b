// javac: line 3: non-static variable x cannot be referenced from a static context
class A { int x; static class B { int f() {
 return x; } } }
