// javac: line 2: non-sealed modifier not allowed here
non-sealed class A {
}
