// javac: line 3: exception java.io.IOException has already been caught
class A { void g() throws java.io.IOException { } void f() { try { g(); } catch (Exception e) { }
 catch (java.io.IOException e) { } } }
