// javac: line 3: Alternatives in a multi-catch statement cannot be related by subclassing
class A { void f() { try { throw new java.io.IOException(); }
 catch (java.io.IOException | Exception e) { } } }
