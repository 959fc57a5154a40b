// javac: line 5: class L is already defined in method f()
class A {
 void f() {
  class L { }
  { class L { } } } }
