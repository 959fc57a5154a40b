// javac: line 3: class, interface, enum, or record expected
class B { }
import java.util.List;
class A { }
