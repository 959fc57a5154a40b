// javac: line 3: invalid compact constructor in record <init>
record Main(int x) {
    Main {
        if (x > 0) {
            return;
        }
    }
}
