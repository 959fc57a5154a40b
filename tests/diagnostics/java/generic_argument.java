// javac: line 4: incompatible types: java.util.ArrayList<java.lang.Integer> cannot be converted to java.util.List<java.lang.String>
import java.util.*;
class A { List<String> f() {
 return new ArrayList<Integer>(); } }
