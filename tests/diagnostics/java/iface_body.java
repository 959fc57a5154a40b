// javac: line 3: interface abstract methods cannot have body
interface A {
 void f() { } }
