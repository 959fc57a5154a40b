// javac: line 3: invalid canonical constructor in record Main
record Main(int x) {
    Main(int x) throws Exception {
        this.x = x;
    }
}
