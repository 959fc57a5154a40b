// javac: line 6: variable k might not have been initialized
class Main {
    int f(int i) {
        int k;
        if (switch (i) { case 0 -> { k = 3; yield true; } default -> true; }) {
            return k;
        }
        return 0;
    }
}
