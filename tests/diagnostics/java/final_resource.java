// javac: line 3: auto-closeable resource r may not be assigned
class A { void f() throws Exception { try (java.io.StringReader r = new java.io.StringReader("")) {
 r = null; } } }
