// javac: line 3: cannot find symbol
class A {
 @Foo void f() { } }
