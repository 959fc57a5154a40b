// javac: line 3: duplicate class: A
class A { }
class A { }
