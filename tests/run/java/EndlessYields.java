// The block of a switch expression's case may end in a loop that only `yield` leaves; what an endless statement is behind a
// test that has not matched, too.

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class EndlessYields {
    static int arrows(int k) {
        return switch (k) {
            case 0 -> {
                for (int i = 0; ; i++) {
                    if (i > 3) yield i;
                }
            }
            case 1 -> {
                while (true) {
                    if (k++ > 5) yield k;
                }
            }
            case 2 -> {
                do {
                    if (k++ > 9) yield 7;
                } while (true);
            }
            case 3 -> {
                switch (k) {
                    case 5:
                        k++;
                    default:
                        yield k * 2;
                }
            }
            default -> {
                outer:
                for (;;) {
                    k--;
                    for (;;) {
                        if (k-- < 0) yield k;
                        if (k == 3) continue outer;
                    }
                }
            }
        };
    }

    static String bound(Object o) {
        if (!(o instanceof String s)) {
            for (int i = 0; ; i++) {
                if (i == 2) return "no string";
            }
        }
        return s;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 7; i++) {
            System.out.println(arrows(i));
        }
        System.out.println(bound("text") + bound(1));
        // For a type that is not decided yet each value is an object of its own class.
        List<String> kinds = Stream.of("a", "b", "c").map(s -> switch (s) {
            case "a" -> 1;
            case "b" -> 2L;
            default -> 3.5;
        }).map(Object::toString).collect(Collectors.toList());
        System.out.println(kinds);
        // Such values for a parameter of many arguments are not its array.
        for (Object o : List.of(switch (kinds.size()) {
            case 3 -> 'x';
            default -> 7L;
        })) System.out.println(o + " " + o.getClass());
        System.out.println(List.of(switch (kinds.size()) {
            case 3 -> new String[] {"an", "array"};
            default -> new String[0];
        }));
        // A new group stands first in its bucket, as Map.computeIfAbsent puts it there.
        Map<Integer, List<Integer>> groups =
            Stream.of(30, 25, 41, 57, 52, 25, 9).collect(Collectors.groupingBy(n -> n));
        System.out.println(groups);
        System.out.println(Stream.of("a", "bb", "cc").collect(Collectors.groupingByConcurrent(String::length)));
        System.out.println(Stream.of("a", "bb").collect(Collectors.toConcurrentMap(s -> s, String::length)));
        System.out.println(Math.pow(2.5452416706966326E-5, 2.0) + " " + Math.pow(8451.0, 0.5) + " " + Math.pow(-3, 2));
        System.out.println(Math.pow(-0.0, 0.5) + " " + Math.pow(Double.NEGATIVE_INFINITY, 0.5) + " " + Math.pow(1e200, 2));
        System.out.println(Math.pow(3e-200, 2) + " " + Math.pow(-4, 0.5) + " " + Math.pow(5e-324, 0.5));
    }
}
