// javac: line 5: unexpected type
class A {
 <T extends Exception> void f() {
  try { f(); }
  catch (T e) { } } }
