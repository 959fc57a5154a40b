// javac: line 6: multi-catch parameter e may not be assigned
class A {
 void f() {
  try { f(); }
  catch (IllegalStateException | IllegalArgumentException e) {
   e = null; } } }
