import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Types that only the place of an expression decides. */
public class OpenTypes {
    public static void main(String[] args) throws Throwable {
        OpenArguments.main(args);
        ManyArguments.main(args);
        IntersectionTargets.main(args);
        AnonymousResults.main(args);
    }
}

/** Calls whose result type only the parameter they are passed to decides; old code that overrides finalize and passes raw types. */
class OpenArguments {
    static final Map<String, Object> values = new HashMap<>();

    @SuppressWarnings("unchecked")
    static <T> T value(String name) {
        return (T) values.get(name);
    }

    static <T> T same(T t) {
        return t;
    }

    static class Base {
        Base copy(long n) {
            return this;
        }

        protected void finalize() throws Throwable {
            super.finalize();
        }
    }

    static class Named extends Base {
        final String name;

        Named(String name) {
            this.name = name;
        }

        @SuppressWarnings("unchecked")
        <T> T copy(int n) {
            return (T) new Named(name + n);
        }
    }

    static void show(Named n) {
        System.out.println(n == null ? "none" : n.name);
    }

    static int add(int a, Integer b) {
        return a + b;
    }

    static String join(List<String> parts, StringBuilder end) {
        return String.join("-", parts) + end;
    }

    public static void main(String[] args) {
        values.put("named", new Named("n"));
        values.put("list", Arrays.asList("a", "b"));
        values.put("end", new StringBuilder("!"));
        values.put("number", 7);
        show(value("named"));
        show(value("missing"));
        List<Named> all = new ArrayList<>();
        all.add(new Named("x"));
        show(all.get(0).copy(1));
        System.out.println(join(value("list"), value("end")));
        System.out.println(add(same(3), value("number")));
        String shown = String.valueOf((Object) value("number"));
        System.out.println(shown + same("s").length());
        all.add(value("named"));
        System.out.println(all.size());
        try {
            show(value("list"));
        } catch (ClassCastException e) {
            System.out.println("not that class");
        }
        chosen(args.length == 0 ? value("none") : "text");
        chosen(args.length == 0 ? same("text") : value("none"));
        chosen(args.length == 0 ? same((Object) "text") : "text");
    }

    static void chosen(Object o) {
        System.out.println("an object: " + o);
    }

    static void chosen(String s) {
        System.out.println("a string: " + s);
    }
}

/** Whether a method of many arguments is given an array or an element, where calls and conditionals leave that open; the classes of the arrays. */
class ManyArguments {
    interface A { }
    interface B { }
    static class X implements A, B { }
    static class Y implements B, A { }
    static class Z extends X { }
    static class W extends X { }
    enum E { P }
    enum F { Q }

    static String array(Object[] a) { return a == null ? "null array" : "" + a.length; }
    static <T> String of(T... a) { return a.getClass().getSimpleName(); }

    static <T> T gen() { return null; }
    static <T> T id(T t) { return t; }
    static <T> List<T> list() { return new ArrayList<>(); }
    static String v(Object... a) { return a == null ? "null array" : a.length + " " + Arrays.toString(a); }
    static String w(String s, Object... a) { return s + (a == null ? "null array" : a.length + " " + Arrays.toString(a)); }
    static String x(Integer... a) { return a == null ? "null array" : a.length + " " + Arrays.toString(a); }
    static <T> String y(T... a) { return a == null ? "null array" : a.length + " " + a.getClass().getSimpleName(); }
    static String z(int... a) { return a == null ? "null array" : a.length + ""; }
    static String o(Object a) { return "one"; }
    static String o(Object... a) { return "many"; }
    static String p(int a, long... b) { return b == null ? "null array" : "" + b.length; }
    static <T> T[] arr(T... t) { return t; }
    public static void main(String[] args) {
        boolean c = args.length == 0;
        System.out.println(v(c ? gen() : null));
        System.out.println(v(gen()));
        System.out.println(v((Object) null));
        System.out.println(v((Object[]) null));
        System.out.println(v(c ? null : gen()));
        System.out.println(v(c ? null : null));
        System.out.println(v(c ? "a" : null));
        System.out.println(v(c ? new String[] {"a", "b"} : null));
        System.out.println(v(c ? id(new String[] {"p", "q"}) : null));
        System.out.println(v(c ? id(new String[] {"p", "q"}) : gen()));
        System.out.println(v(id(new String[] {"p", "q"})));
        System.out.println(v(id(null)));
        System.out.println(v(id(c ? null : gen())));
        System.out.println(v(c ? id(1) : id(2)));
        System.out.println(v(c ? 1 : 2L));
        System.out.println(v(c ? gen() : gen()));
        System.out.println(v(c ? gen() : 1));
        System.out.println(v(c ? (c ? gen() : null) : null));
        System.out.println(v((c ? gen() : null)));
        System.out.println(w("w ", c ? gen() : null));
        System.out.println(w("w ", gen()));
        System.out.println(w("w ", gen(), gen()));
        System.out.println(w("w ", c ? gen() : null, 1));
        System.out.println(x(c ? gen() : null));
        System.out.println(x(gen()));
        System.out.println(x(c ? 1 : null));
        System.out.println(z(c ? gen() : null));
        System.out.println(z(gen()));
        System.out.println(p(1, gen()));
        System.out.println(o(gen()));
        System.out.println(o(c ? gen() : null));
        System.out.println(String.format("%s", c ? gen() : null));
        System.out.println(Arrays.asList(c ? "x" : null));
        System.out.println(String.valueOf(arr(1, 2).length));
        System.out.println(v(list().toArray()));
        System.out.println(v(c ? list().toArray() : null));
        System.out.println(v(switch (args.length) { case 0 -> gen(); default -> null; }));
        System.out.println(v(switch (args.length) { case 0 -> new String[] {"s"}; default -> null; }));
        Supplier<Object[]> s = () -> null;
        System.out.println(v(s.get()));
        System.out.println(v(c ? s.get() : gen()));
        try { System.out.println(y(gen())); } catch (Exception e) { System.out.println(e); }
        System.out.println(y(c ? "a" : 1));
        System.out.println(v(id(id(gen()))) + array(id(c ? null : gen())) + array(id(c ? gen() : null)));
        System.out.println(of("a", 1) + of(1, 2.0) + of('a', true) + of(c ? (Integer) 1 : (Object) 2.0));
        System.out.println(of(new X(), new Y()) + of(new Y(), new X()) + of(new Z(), new W()) + of(E.P, F.Q) + of(1, new X()));
        System.out.println(of(new int[0], new String[0]) + of(new ArrayList<String>(), new LinkedList<String>()));
        System.out.println(of(new ArrayList<String>(), new HashSet<String>()) + of(new StringBuilder(), "s") + of(new int[0], "s"));
    }
}

// A lambda or a reference whose target is several interfaces is all of them.


class IntersectionTargets {
    interface Mark {
    }

    interface Named {
        default String name() {
            return "a " + kind();
        }

        String kind();
    }

    interface Plain extends Named {
        default String kind() {
            return "plain one";
        }
    }

    interface Left {
        void left();
    }

    interface Right {
        void right();
    }

    interface Both extends Left, Right {
        default void left() {
            System.out.println("left");
        }

        default void right() {
            System.out.println("right");
        }
    }

    interface Last {
        String last(int n);
    }

    static <T extends Runnable & Mark> boolean run(T task) {
        task.run();
        return task instanceof Mark;
    }

    static int twice(int n) {
        return n * 2;
    }

    public static void main(String[] args) {
        Runnable marked = (Runnable & Mark) () -> System.out.println("marked");
        marked.run();
        System.out.println(marked instanceof Mark);
        Runnable bare = () -> System.out.println("bare");
        System.out.println(bare instanceof Mark);
        var task = (Mark & Runnable & Plain) () -> System.out.println("task");
        task.run();
        System.out.println(task.name() + " " + (task instanceof Plain));
        System.out.println(run((Runnable & Mark) () -> System.out.println("given")));
        Runnable right = ((Left & Right & Both & Last) n -> "last " + n)::right;
        right.run();
        System.out.println(((Left & Both & Last) n -> "last " + n).last(4));
        Function<Integer, Integer> f = (Function<Integer, Integer> & Mark) IntersectionTargets::twice;
        System.out.println(f.apply(21) + " " + (f instanceof Mark));
        Comparator<String> byLength = (Comparator<String> & Mark) (a, b) -> a.length() - b.length();
        System.out.println(byLength.reversed().compare("a", "bcd") + " " + (byLength.reversed() instanceof Mark));
        Supplier<Runnable> made = args.length > 0 ? null : () -> (Runnable & Mark) () -> System.out.println("made");
        made.get().run();
        Object number = 5;
        var both = (Number & Comparable<Integer>) number;
        System.out.println(both.intValue() + both.compareTo(4));
        try {
            Object text = "five";
            var no = (Comparable<String> & Mark) text;
            System.out.println(no);
        } catch (ClassCastException e) {
            System.out.println("no mark");
        }
    }
}

/** The type of an anonymous class goes through generic methods: what it adds can be used behind them. */
class AnonymousResults {
    static <T> T same(T t) {
        return t;
    }

    static <A, B> B exact(A a, Function<A, B> f) {
        return f.apply(a);
    }

    static <A, B> B wild(A a, Function<? super A, ? extends B> f) {
        return f.apply(a);
    }

    interface Shape {
        double area();
    }

    record Square(double side) implements Shape {
        public double area() {
            return side * side;
        }
    }

    static double total(List<Shape> shapes) {
        double sum = 0;
        for (Shape s : shapes)
            sum += s.area();
        return sum;
    }

    static Shape half(Shape of) {
        return same(new Shape() {
            public double area() {
                return of.area() / 2;
            }
        });
    }

    public static void main(String[] args) {
        System.out.println(same(new Object() {
            int q = 4;
        }).q);
        System.out.println(exact(3, i -> new Object() {
            int x = i;
        }).x);
        System.out.println(wild(4, i -> {
            return new Object() {
                int twice() {
                    return 2 * i;
                }
            };
        }).twice());
        var some = Optional.of(3).map(i -> new Object() {
            int y = i + 1;
            String name = "n" + i;
        }).get();
        some.y++;
        System.out.println(some.y + some.name);
        System.out.println(IntStream.range(0, 6).mapToObj(i -> new Object() {
            final int index = i;
            final int square = i * i;
        }).filter(p -> p.square > 3).map(p -> p.index + ":" + p.square).collect(Collectors.joining(" ")));
        System.out.println(total(List.of(new Shape() {
            public double area() {
                return 1;
            }
        }, new Square(3), half(new Square(2)))));
        List<Shape> listed = List.of(new Shape() {
            public double area() {
                return 7;
            }
        });
        System.out.println(total(listed));
        Supplier<Supplier<Shape>> made = () -> () -> new Shape() {
            public double area() {
                return 0.5;
            }
        };
        System.out.println(made.get().get().area());
        Shape chosen = args.length > 0 ? new Square(1) : same(new Shape() {
            public double area() {
                return 9;
            }
        });
        System.out.println(chosen.area());
    }
}
