// javac: line 3: cannot find symbol
class A { int f(A a) {
 return a.z; } }
