// javac: line 3: int cannot be dereferenced
class A { int f(int x) {
 return x.foo(); } }
