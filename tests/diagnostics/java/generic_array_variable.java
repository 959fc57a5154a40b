// javac: line 3: generic array creation
class A<T> { Object f() {
 return new T[3]; } }
