// javac: line 4: generic array creation
import java.util.*;
class A { Object f() {
 return new List<String>[3]; } }
