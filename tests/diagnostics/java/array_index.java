// javac: line 3: incompatible types: java.lang.String cannot be converted to int
class A { int f(int[] a) {
 return a["x"]; } }
