// javac: line 3: incompatible types: unexpected return value
class A { void f() {
 return 1; } }
