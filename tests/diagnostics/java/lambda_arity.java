// javac: line 3: incompatible types: incompatible parameter types in lambda expression
class A { void f() {
 Runnable r = x -> { }; } }
