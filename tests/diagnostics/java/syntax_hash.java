// javac: line 3: illegal character: '#'
class A { void f() {
 int x = 1 # 2; } }
