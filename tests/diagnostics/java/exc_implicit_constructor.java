// javac: line 3: unreported exception java.lang.Exception in default constructor
class B { B() throws Exception { } }
class A
 extends B { }
