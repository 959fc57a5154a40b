// javac: line 4: incompatible types: java.lang.String cannot be converted to int
import java.util.*;
class A { int f(List<String> l) {
 return l.get(0); } }
