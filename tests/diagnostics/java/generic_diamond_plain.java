// javac: line 3: cannot infer type arguments for String
class Main {
    String s = new String<>("text");
}
