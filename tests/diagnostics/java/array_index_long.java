// javac: line 3: incompatible types: possible lossy conversion from long to int
class A { int f(int[] a, long i) {
 return a[i]; } }
