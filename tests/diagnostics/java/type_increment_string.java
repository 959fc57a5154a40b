// javac: line 3: bad operand type java.lang.String for unary operator '++'
class A { void f(String s) {
 s++; } }
