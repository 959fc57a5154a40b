// javac: line 2: class, interface, enum, or record expected
final package a;
class A { }
