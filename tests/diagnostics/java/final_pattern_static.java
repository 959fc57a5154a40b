// javac: line 3: cannot assign a value to final variable X
class A { static final int[] X = {1}; void f() {
 X = null; } }
