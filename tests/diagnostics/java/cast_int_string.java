// javac: line 3: incompatible types: int cannot be converted to java.lang.String
class A { String f(int x) {
 return (String) x; } }
