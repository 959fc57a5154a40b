// References to constructors and to the clone of an array choose between overloads by what they take and give.

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

public class ReferredConstructors {
    interface Makes<T> {
        T make();
    }

    interface MakesMore<T> extends Makes<T> {
    }

    static class Point {
        final int x;

        Point(int x) {
            this.x = x;
        }
    }

    static class Several {
        final String how;

        Several() {
            how = "none";
        }

        Several(String s) {
            how = s;
        }
    }

    enum Kind { WARM, COLD }

    static void made(Makes<ReferredConstructors> m) {
        System.out.println("itself " + (m.make() != null));
    }

    static void made(MakesMore<String> m) {
        System.out.println("a string");
    }

    static <T> void any(Makes<T> m) {
        System.out.println("any " + (m.make() != null));
    }

    static <T extends String> void any(MakesMore<T> m) {
        System.out.println("a string");
    }

    static void point(IntFunction<Point> f) {
        System.out.println(f.apply(3).x);
    }

    static void point(Supplier<Point> f) {
        System.out.println("nothing taken");
    }

    static void several(Supplier<Several> f) {
        System.out.println(f.get().how);
    }

    static void several(BiFunction<String, String, Several> f) {
        System.out.println("no");
    }

    static void copied(Supplier<int[]> f, int[] a) {
        System.out.println("given " + (f.get() == a));
    }

    static void copied(Function<int[], int[]> f, int[] a) {
        System.out.println("taken " + (f.apply(a) == a));
    }

    static String text(Kind kind) {
        return (String) switch (kind) {
            case WARM -> "warm";
            default -> 1;
        };
    }

    static double mixed(Kind kind) {
        return (double) switch (kind) {
            case WARM -> 1;
            default -> 'c';
        };
    }

    static byte cut(Kind kind) {
        return (byte) switch (kind) {
            case WARM -> 300;
            case COLD -> 2;
        };
    }

    public static void main(String[] args) {
        made(ReferredConstructors::new);
        any(ReferredConstructors::new);
        made(args.length == 0 ? ReferredConstructors::new : ReferredConstructors::new);
        point(Point::new);
        several(Several::new);
        int[] numbers = {1, 2};
        copied(int[]::clone, numbers);
        copied(numbers::clone, numbers);
        System.out.println(text(Kind.WARM) + mixed(Kind.WARM) + mixed(Kind.COLD) + cut(Kind.WARM));
        try {
            text(Kind.COLD);
        } catch (ClassCastException e) {
            System.out.println("no text");
        }
    }
}
