// javac: line 3: bad operand type boolean for unary operator '-'
class A { boolean f(boolean b) {
 return -b; } }
