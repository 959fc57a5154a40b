// javac: line 3: variable x might not have been initialized
class A { final int x; A(boolean b) { if (b) x = 1;
 } }
