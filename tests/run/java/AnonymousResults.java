import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The type of an anonymous class goes through generic methods: what it adds can be used behind them. */
public class AnonymousResults {
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
