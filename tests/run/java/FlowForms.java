import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Branches, switches and loops inside of each other. */
public class FlowForms {
    public static void main(String[] args) throws Throwable {
        EndlessYields.main(args);
        BranchFinals.main(args);
        NestedForms.main(args);
    }
}

// The block of a switch expression's case may end in a loop that only `yield` leaves; what an endless statement is behind a
// test that has not matched, too.


class EndlessYields {
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

// Variables that get their value in one branch or another are effectively final: lambdas, inner classes and `try` take them.


class BranchFinals {
    static Supplier<String> byIf(int n) {
        String word;
        if (n == 0) {
            word = "none";
        } else if (n == 1) {
            word = "one";
        } else {
            word = "many";
        }
        return () -> word + n;
    }

    static IntSupplier bySwitch(String s) {
        int length;
        switch (s) {
            case "a": length = 1; break;
            case "bb": length = 2; break;
            default: throw new IllegalArgumentException(s);
        }
        return () -> length;
    }

    static IntSupplier byTry(String s) {
        int value;
        try {
            value = Integer.parseInt(s);
        } catch (NumberFormatException e) {
            return () -> -1;
        }
        int sign;
        if (value < 0) sign = -1;
        else sign = 1;
        return new IntSupplier() {
            private final int factor = sign;

            public int getAsInt() {
                return factor * value;
            }
        };
    }

    static class Door implements AutoCloseable {
        private final String name;

        Door(String name) {
            this.name = name;
        }

        @Override
        public void close() {
            System.out.println("close " + name);
        }
    }

    static void closed(boolean front) {
        Door door;
        if (front) door = new Door("front");
        else door = new Door("back");
        try (door) {
            System.out.println("inside");
        }
    }

    static List<Supplier<String>> inLoop() {
        List<Supplier<String>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String parity;
            if (i % 2 == 0) {
                parity = "even";
            } else {
                parity = "odd";
            }
            int n = i;
            class Both implements Supplier<String> {
                public String get() {
                    return n + " is " + parity;
                }
            }
            all.add(new Both());
        }
        return all;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) System.out.println(byIf(i).get());
        System.out.println(bySwitch("a").getAsInt() + bySwitch("bb").getAsInt());
        System.out.println(byTry("-5").getAsInt() + " " + byTry("7").getAsInt() + " " + byTry("x").getAsInt());
        closed(true);
        closed(false);
        for (Supplier<String> s : inLoop()) System.out.println(s.get());
        boolean known;
        if (args.length > 0) known = true;
        else known = false;
        Runnable r = () -> System.out.println(known);
        r.run();
    }
}

/** Forms inside of others: switches in headers, patterns behind labelled loops, classes of qualified names and of themselves. */
class NestedForms<U> {
    class Inner<V> {
        V v;

        Inner(V v) {
            this.v = v;
        }

        public String toString() {
            return "inner " + v;
        }
    }

    static class Outer {
        class Part {
            public String toString() {
                return "part";
            }
        }
    }

    static <T extends Outer> Object part(T outer) {
        Outer.Part part = outer.new Part();
        return part;
    }

    static boolean same(boolean b) {
        return b;
    }

    static Object text = "text";

    void qualified() {
        Inner<Integer> a = new NestedForms<U>.Inner<>(1);
        NestedForms<U>.Inner<String> b = this.new Inner<>("x");
        Inner<Integer> c = new NestedForms<U>.Inner<Integer>(2) {
        };
        System.out.println(a + " " + b + " " + c.v);
    }

    static void switches() {
        int i = 6, turns = 0;
        for (; same(switch (i) {
            case 0:
                i--;
                yield false;
            case 5: {
                i--;
                if (i == 2) yield false;
                yield true;
            }
            default:
                i--;
                yield switch (i) {
                    case -1 -> false;
                    default -> true;
                };
        }); ) {
            turns++;
        }
        System.out.println(turns);
    }

    static void patterns() {
        {
            first: for (; !(text instanceof String s); ) {
            }
            System.out.println(s.length());
        }
        {
            second: do {
            } while (!(text instanceof String s));
            System.out.println(s.length());
        }
        third: while (!(text instanceof String s)) {
            for (;;) {
                continue third;
            }
        }
        System.out.println(s.length());
    }

    static int trace;

    static void ofItself(final int base) {
        class Local {
            int a;
            Local other;

            Local(int a) {
                this.a = a + base;
            }

            Local() {
                this(new Local(5));
            }

            Local(Local of) {
                this(new Local(of.a).a);
                other = of;
            }

            Local(String s) {
                this(new Local() {
                    {
                        trace = trace * 10 + base;
                    }
                }.a);
            }
        }
        System.out.println(new Local().a + " " + new Local(new Local()).a + " " + new Local("s").a + " " + trace);
    }

    public static void main(String[] args) {
        new NestedForms<String>().qualified();
        System.out.println(part(new Outer()));
        switches();
        patterns();
        ofItself(3);
    }
}
