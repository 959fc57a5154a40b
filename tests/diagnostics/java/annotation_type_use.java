// javac: line 4: cannot find symbol
import java.util.List;
class A {
 List<@Nonull String> names; }
