// javac: line 3: incompatible types: java.lang.Object is not a functional interface
class A { void f() {
 Object o = () -> 1; } }
