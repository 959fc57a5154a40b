// javac: line 3: floating-point number too small
class A {
 double x = 1e-400; }
