// javac: line 3: unreachable statement
class A { void f() { do { continue; } while (true);
 f(); } }
