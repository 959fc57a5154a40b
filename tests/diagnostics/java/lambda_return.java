// javac: line 3: incompatible types: bad return type in lambda expression
class A { void f() {
 java.util.function.Supplier<String> s = () -> 1; } }
