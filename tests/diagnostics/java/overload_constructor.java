// javac: line 3: incompatible types: java.lang.String cannot be converted to int
class A { A(int x) { } A f() {
 return new A("x"); } }
