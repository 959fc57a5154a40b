// javac: line 3: invalid permits clause
class Outer<T> {
    sealed class A permits T {
    }
}
