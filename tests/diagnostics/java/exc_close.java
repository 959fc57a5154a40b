// javac: line 3: unreported exception java.lang.Exception; must be caught or declared to be thrown
class A { static class R implements AutoCloseable { public void close() throws Exception { } } void f() {
 try (R r = new R()) { } } }
