// javac: line 2: incompatible types: int cannot be converted to java.lang.String
class A { String f() { return 1; } }
