// javac: line 3: bad operand type int for unary operator '!'
class A { boolean f(int b) {
 return !b; } }
