// javac: line 2: A is not abstract and does not override abstract method f() in A
enum A {
 P; abstract void f(); }
