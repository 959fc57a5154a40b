// javac: line 3: incompatible types: int cannot be converted to java.lang.String
class A {
 @SuppressWarnings(3) void f() { } }
