// javac: line 3: unreported exception java.lang.Exception; must be caught or declared to be thrown
class A { static int g() throws Exception { return 1; }
 static int x = g(); }
