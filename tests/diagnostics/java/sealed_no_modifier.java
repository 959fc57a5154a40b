// javac: line 3: sealed, non-sealed or final modifiers expected
sealed interface S permits A { }
class A
 implements S { }
