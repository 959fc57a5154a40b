// javac: line 3: the switch expression does not cover all possible input values
class A { enum E { P, Q } int f(E x) {
 return switch (x) { case P -> 1; }; } }
