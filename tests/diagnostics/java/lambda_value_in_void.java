// javac: line 3: incompatible types: lambda body is not compatible with a void functional interface
class A { void f() {
 Runnable r = () -> 5; } }
