// javac: line 4: unexpected type
class A {
 boolean f(Object o) {
  return o instanceof int i; } }
