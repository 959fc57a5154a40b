// javac: line 4: cannot select from a type variable
class A<T> {
 Object f() {
  return T.class; } }
