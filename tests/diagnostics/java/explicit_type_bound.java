// javac: line 6: method take in class Main cannot be applied to given types;
class Main {
    <T extends Number> void take() { }

    void go() {
        this.<String>take();
    }
}
