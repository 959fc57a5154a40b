// javac: line 3: modifier abstract not allowed here
class A {
 abstract int x; }
