// javac: line 5: Object cannot be safely cast to List<String>
import java.util.List;
class A {
    int m(Object o) {
        return o instanceof List<String> l ? l.size() : 0;
    }
}
