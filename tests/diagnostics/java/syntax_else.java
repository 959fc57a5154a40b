// javac: line 3: 'else' without 'if'
class A { void f() {
 else { } } }
