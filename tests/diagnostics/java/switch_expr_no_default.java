// javac: line 3: the switch expression does not cover all possible input values
class A { int f(int x) {
 return switch (x) { case 1 -> 1; }; } }
