// javac: line 4: annotation @A.Range is missing a default value for the element 'low'
class A {
 @interface Range { int low(); int high() default 9; }
 @Range void f() { } }
