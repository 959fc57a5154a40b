// javac: line 4: incompatible types: java.util.List<java.lang.String> cannot be converted to java.util.List<java.lang.Object>
import java.util.*;
class A { void g(List<Object> l) { } void f(List<String> l) {
 g(l); } }
