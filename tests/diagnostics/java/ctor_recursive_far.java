// javac: line 7: recursive constructor invocation
class Main {
    Main() {
        System.out.println("before".length());
    }

    Main(int a) {
        this(a);
    }
}
