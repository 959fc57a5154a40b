// javac: line 3: variable x might not have been initialized
class A { int f(int b) { int x; switch (b) { case 1: x = 1; break; case 2: x = 3; }
 return x; } }
