// javac: line 3: incompatible types: possible lossy conversion from int to byte
class A { void f(byte x) { switch (x) {
 case 200: break; } } }
