// javac: line 2: cannot find symbol
import java.util.Lisst;
class A { Lisst a; }
