// javac: line 3: bad operand types for binary operator '+'
class A { int f(boolean b) {
 return b + 1; } }
