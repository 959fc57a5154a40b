// javac: line 3: array creation with both dimension expression and initialization is illegal
class A { Object f() {
 return new int[2] {1, 2}; } }
