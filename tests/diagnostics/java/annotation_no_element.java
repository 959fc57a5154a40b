// javac: line 4: cannot find symbol
class A {
 @interface Range { int low() default 0; }
 @Range(lo = 1) void f() { } }
