// javac: line 5: incompatible types: A.S is not a functional interface
class A {
 sealed interface S permits B { void f(); }
 static final class B implements S { public void f() { } }
 S s = () -> { }; }
