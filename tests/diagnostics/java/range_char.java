// javac: line 3: incompatible types: possible lossy conversion from int to char
class A {
 char x = -1; }
