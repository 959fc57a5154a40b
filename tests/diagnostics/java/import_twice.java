// javac: line 3: a type with the same simple name is already defined by the single-type-import of java.util.List
import java.util.List;
import java.awt.List;
class A { }
