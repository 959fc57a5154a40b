// javac: line 3: floating-point number too large
class A {
 float x = 1e40f; }
