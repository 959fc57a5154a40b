// javac: line 3: integer number too large
class A {
 int x = 0x1_0000_0000; }
