// javac: line 5: A.B is abstract; cannot be instantiated
class A {
 static abstract class B { }
 java.util.function.Supplier<B> make =
   B::new; }
