// javac: line 3: variable x might not have been initialized
class A { int f(int b) { int x; try { x = 1 / b; } catch (RuntimeException e) { }
 return x; } }
