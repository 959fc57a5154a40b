// javac: line 3: incompatible types: int[] cannot be converted to long[]
class A { long[] f(int[] a) {
 return a; } }
