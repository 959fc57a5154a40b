// javac: line 4: java.lang.Deprecated is not a repeatable annotation type
class A {
 @Deprecated
 @Deprecated void f() { } }
