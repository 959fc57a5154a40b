// javac: line 3: non-static variable this cannot be referenced from a static context
class A { class B { } static B f() {
 return new B(); } }
