// javac: line 3: non-static variable x cannot be referenced from a static context
class A { int x; static int f() {
 return x; } }
