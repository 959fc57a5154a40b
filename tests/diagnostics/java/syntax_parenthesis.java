// javac: line 3: ')' expected
class A { int f() {
 return (1 + 2; } }
