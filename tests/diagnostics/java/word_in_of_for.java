// javac: line 5: ';' expected
class Main {
    int sum(int[] all) {
        int sum = 0;
        for (int x in all) {
            sum += x;
        }
        return sum;
    }
}
