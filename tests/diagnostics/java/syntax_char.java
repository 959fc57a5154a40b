// javac: line 3: unclosed character literal
class A {
 char c = 'ab'; }
