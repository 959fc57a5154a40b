// javac: line 3: method g in class A cannot be applied to given types;
class A { static <T extends Number> void g(T t) { } void f() {
 g("x"); } }
