// javac: line 4: class is not allowed to extend sealed class: S (as it is not listed in its permits clause)
sealed interface S permits B { }
final class B implements S { }
final class A
 implements S { }
