// javac: line 3: incompatible types: unexpected return value
class A { A() {
 return 1; } }
