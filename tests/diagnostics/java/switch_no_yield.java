// javac: line 3: switch rule completes without providing a value
class A { int f(int x) { return switch (x) { case 1 -> 1; default -> { f(1);
 } }; } }
