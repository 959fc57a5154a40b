// javac: line 5: non-static variable z cannot be referenced from a static context
class A {
 static void f(int z) {
  interface I {
   default int g() { return z; } } } }
