// javac: line 2: cannot find symbol
class A { Foo f; }
