// javac: line 3: unexpected type
class A<T> { T f() {
 return new T(); } }
