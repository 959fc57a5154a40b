// javac: line 3: bad operand types for binary operator '<<'
class A { int f() {
 return 1 << 2.0; } }
