// javac: line 2: invalid permits clause
class A permits B {
}
final class B extends A {
}
