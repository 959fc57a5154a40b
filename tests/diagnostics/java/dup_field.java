// javac: line 3: variable x is already defined in class A
class A { int x;
 String x; }
