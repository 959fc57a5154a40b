// javac: line 3: <identifier> expected
class A {
 int class = 1; }
