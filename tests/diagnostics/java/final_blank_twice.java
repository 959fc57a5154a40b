// javac: line 3: variable x might already have been assigned
class A { final int x; A() { x = 1;
 x = 2; } }
