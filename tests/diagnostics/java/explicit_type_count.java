// javac: line 6: method asList in class Arrays cannot be applied to given types;
import java.util.*;

class Main {
    List<String> list() {
        return Arrays.<String, String>asList("a");
    }
}
