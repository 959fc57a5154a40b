// javac: line 3: incompatible types: java.lang.String cannot be converted to java.lang.Integer
class A { boolean f(String o) {
 return o instanceof Integer i; } }
