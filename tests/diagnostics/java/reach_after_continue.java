// javac: line 3: unreachable statement
class A { void f(boolean b) { while (b) { continue;
 f(b); } } }
