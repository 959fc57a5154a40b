// javac: line 3: variable x might not have been initialized
class A { int f() { int x;
 return x; } }
