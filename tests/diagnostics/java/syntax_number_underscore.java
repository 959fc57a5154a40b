// javac: line 3: illegal underscore
class A {
 int x = 1_; }
