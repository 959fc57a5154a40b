// javac: line 2: sealed class must have subclasses
sealed class A {
}
