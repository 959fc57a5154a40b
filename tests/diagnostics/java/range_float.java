// javac: line 3: incompatible types: possible lossy conversion from double to float
class A {
 float x = 1.5; }
