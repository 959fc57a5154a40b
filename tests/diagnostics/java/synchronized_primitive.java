// javac: line 3: unexpected type
class A { void f(int x) {
 synchronized (x) { } } }
