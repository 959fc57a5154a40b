// javac: line 3: java.lang.Object cannot be safely cast to T
class A { <T> boolean f(Object o) {
 return o instanceof T; } }
