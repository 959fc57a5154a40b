// javac: line 4: types B and C are incompatible;
interface B { default void f() { } }
interface C { default void f() { } }
class A implements B, C { }
