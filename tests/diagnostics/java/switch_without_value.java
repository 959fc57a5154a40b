// javac: line 4: switch expression does not have any result expressions
class Main {
    String name(int i) {
        return switch (i) {
            default -> throw new IllegalStateException();
        };
    }
}
