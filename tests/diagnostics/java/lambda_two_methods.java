// javac: line 3: incompatible types: A.B is not a functional interface
class A { interface B { void a(); void b(); } void f() {
 B b = () -> { }; } }
