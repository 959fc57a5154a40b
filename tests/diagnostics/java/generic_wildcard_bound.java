// javac: line 4: type argument ? extends java.lang.String is not within bounds of type-variable T
import java.util.*;
class A { static class B<T extends Number> { }
 B<? extends String> b; }
