// javac: line 4: illegal reference to static field from initializer
enum Main {
    A {
        Object other = B;
    },
    B
}
