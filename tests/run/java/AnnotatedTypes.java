import java.lang.annotation.ElementType;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Annotations of types. */
public class AnnotatedTypes {
    public static void main(String[] args) throws Throwable {
        AnnotatedCasts.main(args);
        TypeAnnotations.main(args);
    }
}

// Annotations of types within the arguments of annotations: of casts, next to annotations that are values.


class AnnotatedCasts {
    @Target(ElementType.TYPE_USE)
    @interface Small {
        int bits() default 8;
    }

    @interface Tag {
        String value();
    }

    @interface Facts {
        byte size() default 0;

        String name() default "";

        Tag tag() default @Tag("none");

        Tag[] tags() default {};
    }

    @Facts(size = (@Small byte) 300, name = (@Small(bits = 16) String) "seven", tag = @Tag((@Small String) "own"))
    static int seven() {
        return 7;
    }

    @Facts(tags = { @Tag("a"), @Tag((@Small @Deep String) "b") }, size = (byte) (@Small int) 3L)
    static int eight = 8;

    @Target(ElementType.TYPE_USE)
    @interface Deep {
    }

    public static void main(String[] args) {
        @Facts(size = (@Small byte) 1)
        int nine = eight + 1;
        System.out.println(seven() + " " + eight + " " + nine);
    }
}

// Annotations of types, wherever Java takes them, and receiver parameters.


class TypeAnnotations {
    @Target(ElementType.TYPE_USE)
    @interface Maybe {
        int level() default 0;

        String[] why() default {};
    }

    @Target(ElementType.TYPE_PARAMETER)
    @interface Element {
    }

    interface Shape {
        int corners(Shape this);
    }

    static class Pile<@Element T extends @Maybe Object & @Maybe Comparable<@Maybe T>> implements @Maybe Cloneable {
        private final List<@Maybe(level = 1) T> things = new @Maybe ArrayList<@Maybe T>();

        @Maybe Pile<T> with(@Maybe Pile<T> this, @Maybe T thing) {
            things.add(thing);
            return this;
        }

        public <@Element R> @Maybe R fold(@Maybe R first, Function<? super @Maybe T, ? extends @Maybe R> f) {
            R last = first;
            for (@Maybe T thing : things) {
                last = f.apply(thing);
            }
            return last;
        }

        class Top {
            final T thing;

            Top(Pile<T> Pile.this) {
                thing = things.get(things.size() - 1);
            }
        }
    }

    static int sum(@Maybe int... numbers) throws @Maybe IllegalStateException {
        int total = 0;
        for (int n : numbers) {
            total += n;
        }
        return total;
    }

    static String joined(@Maybe String @Maybe(why = {"one", "two"}) [] parts, String @Maybe... more) {
        return String.join("/", parts) + more.length;
    }

    public static void main(String[] args) {
        Object text = "seven";
        String s = (@Maybe String) text;
        int cut = (@Maybe(level = 3) int) (s.length() * 1.5);
        @Maybe int @Maybe [] @Maybe [] grid = new @Maybe int @Maybe [2] @Maybe [3];
        int[] row = new @Maybe int @Maybe [] {1, 2, 3};
        boolean is = text instanceof @Maybe String;
        boolean longer = text instanceof @Maybe String t && t.length() > 3;
        java.util.@Maybe Map<@Maybe String, @Maybe Integer @Maybe []> map = new HashMap<>();
        map.put(s, new Integer @Maybe [] {4});
        Map.@Maybe Entry<String, Integer[]> entry = map.entrySet().iterator().next();
        Function<String, Integer> length = @Maybe String::length;
        Supplier<List<String>> lists = @Maybe ArrayList<@Maybe String>::new;
        Function<Object, String> shown = (@Maybe Object o) -> "<" + o + ">";
        Pile<String> pile = new Pile<@Maybe String>().with("a").with("b");
        try {
            System.out.println(sum(1, 2, 3) + joined(new String[] {"x", "y"}, "z"));
        } catch (@Maybe IllegalStateException | @Maybe ArithmeticException e) {
            System.out.println(e);
        }
        System.out.println(s + cut + grid.length + grid[1].length + row[2] + is + longer + entry.getValue()[0]);
        System.out.println(length.apply("four") + " " + lists.get() + shown.apply(1));
        System.out.println(pile.<@Maybe String>fold("", x -> x + x) + pile.new Top().thing);
        Shape triangle = () -> 3;
        System.out.println(triangle.corners());
    }
}
