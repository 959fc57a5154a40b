// javac: line 3: incompatible types: possible lossy conversion from int to byte
class A { void g(short s) { } void f() { byte b = 1;
 b = b + 1; } }
