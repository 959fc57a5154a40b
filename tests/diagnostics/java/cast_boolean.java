// javac: line 3: incompatible types: boolean cannot be converted to int
class A { int f(boolean x) {
 return (int) x; } }
