// javac: line 3: exception java.io.IOException is never thrown in body of corresponding try statement
class A { void f() { try { int x = 1; }
 catch (java.io.IOException e) { } } }
