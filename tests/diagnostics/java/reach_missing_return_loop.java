// javac: line 3: missing return statement
class A { int f(boolean b) { while (b) return 1;
 } }
