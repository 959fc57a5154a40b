/** Values whose type only their own text decides: choices of two subclasses, and counters of short loops. */
public class UndecidedTypes {
    abstract static class Shape {
        int side;

        Shape(int side) {
            this.side = side;
        }

        abstract int area();

        int twice() {
            return 2 * area();
        }
    }

    static class Square extends Shape {
        Square(int side) {
            super(side);
        }

        int area() {
            return side * side;
        }
    }

    static class Line extends Shape {
        Line(int side) {
            super(side);
        }

        int area() {
            return 0;
        }
    }

    interface Named {
        String name();
    }

    record City(String name) implements Named {}

    record River(String name) implements Named {}

    static void choose(boolean flag) {
        System.out.println((flag ? new Square(3) : new Line(4)).area());
        System.out.println((flag ? new Square(3) : new Line(4)).side + (flag ? new Line(3) : new Square(4)).twice());
        System.out.println((flag ? new City("Pisa") : new River("Arno")) instanceof City);
        System.out.println((flag ? (Named) new City("Pisa") : new River("Arno")).name());
        System.out.println((Object) (flag ? new Square(5) : new Line(6)) instanceof Square s && s.side == 5);
        Object made = flag ? new Square(5) : new Line(6);
        System.out.println(made instanceof Line);
        System.out.println((flag ? null : new Line(6)) == null);
    }

    static String of(Object o) {
        return "Object ";
    }

    static String of(String s) {
        return "String ";
    }

    static String number(Object o) {
        return "Object ";
    }

    static String number(Integer i) {
        return "Integer ";
    }

    static String count(long n) {
        return "long ";
    }

    static String count(Integer n) {
        return "Integer ";
    }

    static <T> T any() {
        return null;
    }

    static <T extends Number> T anyNumber() {
        return null;
    }

    static <T extends Comparable<T>> T anyOrdered() {
        return null;
    }

    static <T> T same(T t) {
        return t;
    }

    /** What nothing is known of is of the nearest parameter's type. */
    static void undecided() {
        System.out.println(of(any()) + of(same(null)) + of(same(1)) + of(anyOrdered()) + of(anyNumber()));
        System.out.println(number(any()) + number(anyNumber()) + number(anyOrdered()) + number(same("")) + count(any()));
        System.out.println(anyNumber());
        System.out.println(new StringBuilder().append(same('c')).append(same(1.5f)));
        try {
            System.out.println(Math.max(any(), 1));
        } catch (NullPointerException e) {
            System.out.println("no number");
        }
        try {
            System.out.println(of(String.valueOf(any())));
        } catch (NullPointerException e) {
            System.out.println("no characters");
        }
    }

    /** A diamond and a call of no type yet, given to what takes a supertype of lists. */
    static <T> void taken(java.util.List<T> list, java.util.function.Consumer<? super java.util.List<T>> by) {
        by.accept(new java.util.ArrayList<>(list));
        by.accept(java.util.List.of());
    }

    public static void main(String[] args) {
        undecided();
        taken(java.util.List.of(1, 2), System.out::println);
        choose(true);
        choose(false);
        long by = args.length + 1;
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            out.append(i >> by).append(i >>> by);
        }
        int[] pair = {2, 3};
        for (int i = 0; i < 3; i++) {
            for (int j = i; j < 4; j++) {
                Integer half = j >> by;
                out.append(half).append(j << by).append(pair[(j >> by) & 1]);
            }
        }
        System.out.println(out);
    }
}
