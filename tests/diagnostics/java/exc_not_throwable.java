// javac: line 3: incompatible types: java.lang.String cannot be converted to java.lang.Throwable
class A { void f() {
 throw "x"; } }
