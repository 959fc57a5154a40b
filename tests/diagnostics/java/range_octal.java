// javac: line 3: ';' expected
class A {
 int x = 09; }
