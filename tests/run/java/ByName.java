import java.util.Arrays;
import java.util.List;

/** Classes by their names: a harness that picks its benchmark from the command line. */
public class ByName {
    public abstract static class Benchmark {
        abstract int run();

        public String title() { return getClass().getSimpleName(); }
    }

    public static class Sum extends Benchmark {
        int run() { return 1 + 2 + 3; }
    }

    public static class Product extends Benchmark {
        private final int factor;

        public Product() { factor = 7; }

        int run() { return factor * 6; }
    }

    public static class NeedsArgument extends Benchmark {
        private final int n;

        NeedsArgument(int n) { this.n = n; }

        int run() { return n; }
    }

    public static class Fails extends Benchmark {
        public Fails() { throw new IllegalStateException("no"); }

        int run() { return 0; }
    }

    enum Colour { RED, GREEN, BLUE }

    static String tried(String name) {
        try {
            Benchmark b = (Benchmark) Class.forName(name).getDeclaredConstructor().newInstance();
            return b.title() + " " + b.run();
        } catch (java.lang.reflect.InvocationTargetException e) {
            return "target " + e.getCause();
        } catch (ReflectiveOperationException e) {
            return e.getClass().getName();
        }
    }

    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        for (String name : List.of("Sum", "Product", "Fails", "Missing")) System.out.println(name + ": " + tried("ByName$" + name));
        Class<? extends Benchmark> chosen = Product.class;
        System.out.println(chosen.newInstance().run());
        try {
            Class.forName("ByName$Benchmark").newInstance();
        } catch (InstantiationException e) {
            System.out.println(e.getMessage());
        }
        try {
            Class.forName("ByName$NeedsArgument").newInstance();
        } catch (InstantiationException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Arrays.toString(Colour.class.getEnumConstants()) + " " + Sum.class.getEnumConstants());
        System.out.println(Benchmark.class.isAssignableFrom(Sum.class) + " " + Sum.class.isAssignableFrom(Benchmark.class));
        System.out.println(Comparable.class.isAssignableFrom(Colour.class) + " " + Sum.class.getSuperclass().getName());
        System.out.println(new int[2][3].getClass().getComponentType() + " " + int.class.isPrimitive() + Colour.class.isEnum());
        Object rows = java.lang.reflect.Array.newInstance(int.class, 4);
        java.lang.reflect.Array.set(rows, 2, 9);
        System.out.println(Arrays.toString((int[]) rows) + java.lang.reflect.Array.getLength(rows));
        Colour[] colours = (Colour[]) java.lang.reflect.Array.newInstance(Colour.class, 2);
        colours[1] = Colour.BLUE;
        System.out.println(Arrays.toString(colours) + colours.getClass().getName());
        // A factory that is told its class: the library's too.
        System.out.println(made(Object.class).getClass().getName() + made(StringBuilder.class).append("x") + made(java.util.ArrayList.class));
        System.out.println(java.util.TreeMap.class.getDeclaredConstructor().newInstance().size());
        try {
            Integer.class.newInstance();
        } catch (InstantiationException e) {
            System.out.println(e.getMessage());
        }
    }

    static <V> V made(Class<? extends V> of) throws Exception {
        return of.newInstance();
    }
}
