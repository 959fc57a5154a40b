// javac: line 3: 'var' is not allowed here
class A {
 var x = 1; }
