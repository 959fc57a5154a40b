// javac: line 3: invalid permits clause
sealed class A permits B,
    B {
}
final class B extends A {
}
