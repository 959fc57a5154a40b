// javac: line 3: missing return statement
class A { int f(boolean b) { if (b) return 1;
 } }
