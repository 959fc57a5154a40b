// javac: line 3: type variable T is already defined in class A
class A<T,
 T> { }
