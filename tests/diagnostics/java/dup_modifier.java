// javac: line 3: repeated modifier
class A {
 public public int x; }
