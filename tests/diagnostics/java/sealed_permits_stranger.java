// javac: line 2: invalid permits clause
sealed interface A permits B {
}
final class B {
}
