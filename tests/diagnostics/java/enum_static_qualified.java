// javac: line 9: illegal reference to static field from initializer
enum Main {
    A, B;

    static int made = 7;
    final int number;

    {
        number = Main.made;
    }
}
