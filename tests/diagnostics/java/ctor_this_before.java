// javac: line 3: cannot reference y before supertype constructor has been called
class A { int y; A(int x) { } A() {
 this(y); } }
