// javac: line 3: illegal initializer for int
class A {
 int a = {1}; }
