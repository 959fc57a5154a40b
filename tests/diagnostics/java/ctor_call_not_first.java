// javac: line 3: call to this must be first statement in constructor
class A { A(int x) { } A() { int y = 1;
 this(1); } }
