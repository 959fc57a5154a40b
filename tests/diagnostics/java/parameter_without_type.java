// javac: line 3: <identifier> expected
class Main {
    static int twice(x) {
        return 2 * x;
    }
}
