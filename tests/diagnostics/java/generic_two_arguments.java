// javac: line 4: List cannot be inherited with different arguments: <java.lang.Integer> and <java.lang.String>
import java.util.*;

class Main extends ArrayList<String> implements List<Integer> { }
