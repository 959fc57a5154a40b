// javac: line 2: A is not abstract and does not override abstract method f() in A
class A {
 abstract void f(); }
