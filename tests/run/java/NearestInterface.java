// Which of two methods a lambda or a reference means where both of their interfaces fit: the one whose result is nearer.
import java.util.function.*;

public class NearestInterface {
    static String number(Function<String, Integer> f) { return "Function "; }
    static String number(ToIntFunction<String> f) { return "ToInt "; }
    static String given(Supplier<Integer> f) { return "Supplier "; }
    static String given(IntSupplier f) { return "IntSupplier "; }
    static String wide(ToLongFunction<String> f) { return "ToLong "; }
    static String wide(ToDoubleFunction<String> f) { return "ToDouble "; }
    static String wide(ToIntFunction<String> f) { return "ToInt "; }
    static Integer boxed() { return 1; }
    static int plain() { return 1; }
    static Integer ofString(String s) { return 3; }
    static Integer field = 7;
    static int count = 3;
    static Integer[] boxes = {1};

    public static void main(String[] args) {
        System.out.println(number((String s) -> s.length()) + number((String s) -> Integer.valueOf(3))
            + number((String s) -> { return Integer.valueOf(3); }) + number((String s) -> { return s.length(); })
            + number((String s) -> -s.length()) + number((String s) -> s.isEmpty() ? 1 : 2)
            + number((String s) -> s.isEmpty() ? Integer.valueOf(1) : field) + number((String s) -> (int) field)
            + number((String s) -> (Integer) count));
        System.out.println(given(() -> boxed()) + given(() -> plain()) + given(() -> field) + given(() -> count)
            + given(() -> field + 1) + given(() -> boxes[0]) + given(() -> { if (count > 2) return boxed(); return field; })
            + given(NearestInterface::boxed) + given(NearestInterface::plain) + given(() -> 5) + given(field::intValue)
            + given("x"::length));
        System.out.println(wide(String::length) + wide((String s) -> s.length()) + wide((String s) -> 'c')
            + number(NearestInterface::ofString) + number(String::length));
    }
}
