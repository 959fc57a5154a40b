// javac: line 6: qualified new of static class
class Main {
    static class C { }

    Object f(Main m) {
        return m.new C();
    }
}
