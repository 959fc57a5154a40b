// javac: line 3: incompatible types: java.lang.String cannot be converted to int
class A { int[] a = {1,
 "x"}; }
