// javac: line 3: variable x is already defined in method f(int)
class A { void f(int x) {
 java.util.function.IntUnaryOperator g = x -> x; } }
