// javac: line 5: Invalid SafeVarargs annotation. Instance method <T>h(T...) is neither final nor private.
class A {
 @SafeVarargs <T> A(T... ts) { } @SafeVarargs static <T> void f(T... ts) { }
 @SafeVarargs private <T> void p(T... ts) { } @SafeVarargs final <T> void g(T... ts) { }
 @SafeVarargs <T> void h(T... ts) { }
}
