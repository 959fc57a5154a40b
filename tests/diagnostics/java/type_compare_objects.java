// javac: line 3: incomparable types: java.lang.String and java.lang.Integer
class A { boolean f(String a, Integer b) {
 return a == b; } }
