// javac: line 5: incompatible types: invalid method reference
import java.util.function.Supplier;

class Main {
    Supplier<String> s = Other::secret;
}

class Other {
    private static String secret() { return "s"; }
}
