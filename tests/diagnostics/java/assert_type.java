// javac: line 3: incompatible types: int cannot be converted to boolean
class A { void f() {
 assert 1; } }
