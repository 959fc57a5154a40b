// javac: line 5: illegal reference to static field from initializer
enum A {
    X, Y;
    static int made = 0;
    A() { made++; }
}
