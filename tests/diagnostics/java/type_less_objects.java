// javac: line 3: bad operand types for binary operator '<'
class A { boolean f(String a, String b) {
 return a < b; } }
