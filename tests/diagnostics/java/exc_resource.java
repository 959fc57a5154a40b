// javac: line 3: incompatible types: try-with-resources not applicable to variable type
class A { void f(Object o) {
 try (Object r = o) { } } }
