// javac: line 3: variable x might not have been initialized
class A { int f(boolean b) { int x; if (b || (x = 1) > 0)
 return x; return 0; } }
