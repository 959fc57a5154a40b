// javac: line 3: illegal combination of modifiers: public and private
class A {
 public private int x; }
