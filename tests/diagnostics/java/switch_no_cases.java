// javac: line 6: switch expression does not have any case clauses
class Main {
    enum E { }

    int f(E e) {
        return switch (e) { };
    }
}
