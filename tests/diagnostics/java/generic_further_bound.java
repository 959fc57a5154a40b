// javac: line 4: interface expected here
class A {
 <T extends Comparable<T> &
   Number> void f() { } }
