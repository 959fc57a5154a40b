// javac: line 3: missing return statement
class A { int f(int b) { switch (b) { case 1: return 2; }
 } }
