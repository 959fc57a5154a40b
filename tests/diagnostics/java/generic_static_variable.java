// javac: line 3: non-static type variable T cannot be referenced from a static context
class A<T> {
 static T x; }
