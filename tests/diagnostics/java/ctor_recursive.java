// javac: line 3: recursive constructor invocation
class A {
 A() { this(1); } A(int x) { this(); } }
