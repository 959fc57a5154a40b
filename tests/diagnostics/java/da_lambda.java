// javac: line 3: variable x might not have been initialized
class A { Runnable f() { int x; return () ->
 System.out.println(x); } }
