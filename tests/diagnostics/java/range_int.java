// javac: line 3: integer number too large
class A {
 int x = 2147483648; }
