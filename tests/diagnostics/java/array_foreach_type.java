// javac: line 3: incompatible types: java.lang.String cannot be converted to int
class A { void f(String[] a) {
 for (int x : a) { } } }
