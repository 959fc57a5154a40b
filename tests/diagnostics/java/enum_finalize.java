// javac: line 4: enums cannot have finalize methods
enum E {
    A;
    public void finalize() {
    }
}
