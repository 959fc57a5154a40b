// javac: line 3: incompatible types: bad type in conditional expression
class A { int f(boolean b) {
 return b ? 1 : "x"; } }
