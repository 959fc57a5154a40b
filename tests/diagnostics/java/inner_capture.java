// javac: line 3: local variables referenced from an inner class must be final or effectively final
class A { void f() { int x = 1; x = 2; new Object() { int g() {
 return x; } }; } }
