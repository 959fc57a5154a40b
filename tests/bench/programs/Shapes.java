/** Interface calls on an array of objects of four classes. */
public class Shapes {
    static final int WARM_UP = 10;
    interface Shape {
        double area();
    }

    static class Square implements Shape {
        final double side;

        Square(double side) {
            this.side = side;
        }

        public double area() {
            return side * side;
        }
    }

    static class Circle implements Shape {
        final double radius;

        Circle(double radius) {
            this.radius = radius;
        }

        public double area() {
            return 3.14159 * radius * radius;
        }
    }

    static class Box implements Shape {
        final double width, height;

        Box(double width, double height) {
            this.width = width;
            this.height = height;
        }

        public double area() {
            return width * height;
        }
    }

    static class Triangle implements Shape {
        final double base, height;

        Triangle(double base, double height) {
            this.base = base;
            this.height = height;
        }

        public double area() {
            return 0.5 * base * height;
        }
    }

    static Shape make(int i) {
        switch (i * 7 % 4) {
            case 0:
                return new Square(i);
            case 1:
                return new Circle(i);
            case 2:
                return new Box(i, i + 1);
            default:
                return new Triangle(i, 2);
        }
    }

    static Shape[] shapes;

    static long work() {
        if (shapes == null) {
            shapes = new Shape[1000];
            for (int i = 0; i < shapes.length; i++) {
                shapes[i] = make(i);
            }
        }
        double s = 0;
        for (int k = 0; k < 2000; k++) {
            for (Shape shape : shapes) {
                s += shape.area();
            }
        }
        return (long) s;
    }

    public static void main(String[] args) {
        for (int i = 0; i < WARM_UP; i++) {
            work();
        }
        long[] times = new long[7];
        long check = 0;
        for (int i = 0; i < times.length; i++) {
            long start = System.nanoTime();
            check = work();
            times[i] = System.nanoTime() - start;
        }
        java.util.Arrays.sort(times);
        System.out.println("check " + check);
        System.out.println("median " + times[3]);
    }
}
