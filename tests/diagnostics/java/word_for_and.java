// javac: line 4: ')' expected
class Main {
    boolean inside(int x) {
        if (x > 3 and x < 5) {
            return true;
        }
        return false;
    }
}
