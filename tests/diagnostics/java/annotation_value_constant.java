// javac: line 5: element value must be a constant expression
class A {
 static int k = 3;
 @interface Range { int low(); }
 @Range(low = k) void f() { } }
