// javac: line 4: invalid use of a restricted identifier 'yield'
class Main {
    void go() {
        yield(1, 2);
    }

    void yield(int a, int b) { }
}
