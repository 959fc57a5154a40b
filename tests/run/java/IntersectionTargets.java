// A lambda or a reference whose target is several interfaces is all of them.

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.Supplier;

public class IntersectionTargets {
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
