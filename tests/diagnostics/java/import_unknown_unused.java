// javac: line 2: cannot find symbol
import java.util.Scaner;
class A { }
