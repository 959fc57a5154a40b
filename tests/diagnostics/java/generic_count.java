// javac: line 4: wrong number of type arguments; required 2
import java.util.*;
class A {
 Map<String> l; }
