// javac: line 3: unreachable statement
class A { void f() { while (false)
 { f(); } } }
