// javac: line 3: array required, but int found
class A { int f(int a) {
 return a[0]; } }
