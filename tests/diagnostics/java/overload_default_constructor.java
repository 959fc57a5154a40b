// javac: line 3: constructor A in class A cannot be applied to given types;
class A { A(int x) { } A f() {
 return new A(); } }
