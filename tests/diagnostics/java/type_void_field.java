// javac: line 2: '(' expected
class A { void x; }
