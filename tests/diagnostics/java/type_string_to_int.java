// javac: line 2: incompatible types: java.lang.String cannot be converted to int
class A { void f() { int x = "s"; } }
