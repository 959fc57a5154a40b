// javac: line 4: incompatible types: cannot infer type arguments for java.util.ArrayList<>
import java.util.*;
class A { void f() {
 List<String> l = new ArrayList<>(List.of(1)); } }
