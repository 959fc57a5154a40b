// javac: line 3: illegal forward reference
class A {
 int x = y; int y = 1; }
