// javac: line 3: integer number too large
class A {
 long x = 3000000000; }
