// javac: line 3: incompatible types: bad type in switch expression
class A { int f(int x) { return switch (x) { case 1 -> 1; default ->
 "x"; }; } }
