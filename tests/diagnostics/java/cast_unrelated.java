// javac: line 3: incompatible types: java.lang.Integer cannot be converted to java.lang.String
class A { String f(Integer x) {
 return (String) x; } }
