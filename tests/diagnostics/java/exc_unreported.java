// javac: line 3: unreported exception java.lang.Exception; must be caught or declared to be thrown
class A { void f() {
 throw new Exception(); } }
