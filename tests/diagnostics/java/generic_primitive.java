// javac: line 4: unexpected type
import java.util.*;
class A {
 List<int> l; }
