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

    public static void main(String[] args) {
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
