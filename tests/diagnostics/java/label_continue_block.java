// javac: line 3: not a loop label: a
class A { void f() { a: {
 continue a; } } }
