// javac: line 3: for-each not applicable to expression type
class A { void f(int a) {
 for (int x : a) { } } }
