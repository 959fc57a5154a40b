// javac: line 3: invalid canonical constructor in record Main
record Main(int x) {
    <T> Main(int x) {
        this.x = x;
    }
}
