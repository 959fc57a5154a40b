// javac: line 3: integer number too large
class A {
 long x = 9223372036854775808L; }
