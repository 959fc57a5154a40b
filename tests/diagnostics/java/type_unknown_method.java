// javac: line 3: cannot find symbol
class A { int f() {
 return g(); } }
