// javac: line 3: incompatible types: possible lossy conversion from int to byte
class A { void g(byte x) { } void f() {
 g(1); } }
