// javac: line 3: reference to g is ambiguous
class A { void g(Integer x) { } void g(String x) { } void f() {
 g(null); } }
