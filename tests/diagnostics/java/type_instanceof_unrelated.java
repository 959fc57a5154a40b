// javac: line 3: incompatible types: java.lang.Integer cannot be converted to java.lang.String
class A { boolean f(Integer x) {
 return x instanceof String; } }
