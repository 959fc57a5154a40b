// javac: line 4: name clash: f(java.util.List<java.lang.Integer>) and f(java.util.List<java.lang.String>) have the same erasure
import java.util.*;
class A { void f(List<String> l) { }
 void f(List<Integer> l) { } }
