// javac: line 3: unclosed string literal
class A {
 String s = "abc; }
