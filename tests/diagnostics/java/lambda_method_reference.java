// javac: line 3: invalid method reference
class A { void f() {
 Runnable r = A::foo; } }
