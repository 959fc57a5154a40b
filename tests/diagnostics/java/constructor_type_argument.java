// javac: line 6: incompatible types: String cannot be converted to Integer
class Main {
    <T> Main(T t) { }

    Object f() {
        return new <Integer>Main("text");
    }
}
