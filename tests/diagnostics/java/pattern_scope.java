// javac: line 3: cannot find symbol
class A { int f(Object o) { if (o instanceof String s) { }
 return s.length(); } }
