// javac: line 4: unreported exception java.lang.Exception; must be caught or declared to be thrown
class B { B() throws Exception { } }
class A extends B {
 A() { } }
