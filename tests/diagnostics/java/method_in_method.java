// javac: line 4: illegal start of expression
class Main {
    void outer() {
        void inner() {
        }
        inner();
    }
}
