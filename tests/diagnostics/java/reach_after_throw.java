// javac: line 3: unreachable statement
class A { void f() { throw new RuntimeException();
 f(); } }
