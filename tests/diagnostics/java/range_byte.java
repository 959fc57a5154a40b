// javac: line 3: incompatible types: possible lossy conversion from int to byte
class A {
 byte x = 128; }
