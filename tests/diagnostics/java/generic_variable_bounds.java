// javac: line 3: a type variable may not be followed by other bounds
class A<T, V extends T
    & Runnable> {
}
