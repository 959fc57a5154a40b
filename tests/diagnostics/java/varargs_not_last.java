// javac: line 3: varargs parameter must be the last parameter
class A {
 void f(int... a, int b) { } }
