// javac: line 3: empty character literal
class A {
 char c = ''; }
