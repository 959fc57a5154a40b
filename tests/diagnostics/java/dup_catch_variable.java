// javac: line 3: variable e is already defined in method f(int)
class A { void f(int e) { try { }
 catch (RuntimeException e) { } } }
