// javac: line 2: cannot find symbol
import static java.lang.Math.foo;
class A { }
