// javac: line 4: incompatible types: int cannot be converted to java.lang.String
import java.util.*;
class A { void f(List<String> l) {
 l.add(1); } }
