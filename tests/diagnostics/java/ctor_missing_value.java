// javac: line 3: incompatible types: missing return value
class A { int f() {
 return; } }
