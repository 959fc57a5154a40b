import java.util.Hashtable;

public class ClassInterfaces {
    interface Named {}
    interface Sized extends Named, Comparable<Sized> {}

    static class Base implements Named {}

    static abstract class Box extends Base implements Sized, Cloneable {}

    static class Crate extends Box {
        @Override
        public int compareTo(Sized other) { return 0; }
    }

    enum Kind implements Named { ONE }

    record Pair(int a, int b) implements Named, java.io.Serializable {}

    static void print(Class<?> c) {
        System.out.print(c.getName() + ":");
        for (Class<?> i : c.getInterfaces()) System.out.print(" " + i.getName());
        System.out.println();
    }

    public static void main(String[] args) {
        Class<?>[] some = {Object.class, Named.class, Sized.class, Kind.class, Pair.class, int.class, int[].class, Crate[].class};
        for (Class<?> c : some) print(c);
        for (Class<?> c = new Crate().getClass(); c != null; c = c.getSuperclass()) print(c);
        for (Class<?> c = new Hashtable<String, String>().getClass(); c != null; c = c.getSuperclass()) print(c);
        Named anonymous = new Sized() {
            @Override
            public int compareTo(Sized other) { return 1; }
        };
        print(anonymous.getClass());
        System.out.println(Named.class.isAssignableFrom(Crate.class) + " " + Comparable.class.isAssignableFrom(Box.class)
            + " " + Sized.class.isAssignableFrom(Base.class) + " " + Base.class.isAssignableFrom(Crate.class));
    }
}
