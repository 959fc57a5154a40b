// javac: line 3: attempt to return out of a switch expression
class A { int f(int x) { return switch (x) { case 1 -> 1; default -> {
 return 1; } }; } }
