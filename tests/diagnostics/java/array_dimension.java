// javac: line 3: incompatible types: int[][] cannot be converted to int[]
class A { int[] f() {
 return new int[2][3]; } }
