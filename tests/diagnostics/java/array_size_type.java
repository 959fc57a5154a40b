// javac: line 3: incompatible types: possible lossy conversion from double to int
class A { Object f() {
 return new int[1.5]; } }
