// javac: line 3: cannot find symbol
class A { int f(int[] a) {
 return a.length(); } }
