// javac: line 3: local variables referenced from a lambda expression must be final or effectively final
class A { void f() { int x = 1; x = 2; Runnable r = () ->
 System.out.println(x); } }
