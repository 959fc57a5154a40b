// javac: line 6: illegal start of expression
import java.util.*;

class Main {
    List<String> names() {
        List<String> names = ArrayList<>();
        return names;
    }
}
