// javac: line 3: incompatible types: java.lang.String cannot be converted to int
class A { void f() { int x = 0;
 x += "s"; } }
