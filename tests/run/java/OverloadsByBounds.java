import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Overloads that differ in the bounds of their type parameters alone. */
public class OverloadsByBounds {
    static <T extends Collection<?>> T checked(T all, String what, Object... rest) {
        System.out.println("collection of " + all.size() + what + rest.length);
        return all;
    }

    static <T extends Map<?, ?>> T checked(T all, String what, Object... rest) {
        System.out.println("map of " + all.size() + what + rest.length);
        return all;
    }

    static <T extends CharSequence> T checked(T all, String what, Object... rest) {
        System.out.println("text of " + all.length() + what + rest.length);
        return all;
    }

    static <T extends CharSequence> T checked(T all) {
        return checked(all, ", ");
    }

    static <T extends Map<?, ?>> T checked(T all) {
        return checked(all, ", ", 1);
    }

    static class Shape implements Comparable<Shape> {
        public int compareTo(Shape other) {
            return 0;
        }
    }

    interface Sorter<E> {
        <T extends E> void one(T a, List<? super T> into);

        <T extends Comparable<? super T>> T greatest(List<T> all);
    }

    /** The bounds agree once `E` is `Shape`: these override. */
    static class ShapeSorter implements Sorter<Shape> {
        public <S extends Shape> void one(S a, List<? super S> into) {
            into.add(a);
        }

        public <S extends Comparable<? super S>> S greatest(List<S> all) {
            return all.get(all.size() - 1);
        }
    }

    public static void main(String[] args) {
        String text = checked("four");
        Map<String, Integer> map = checked(new HashMap<String, Integer>());
        TreeSet<String> set = checked(new TreeSet<String>(List.of(text)), ": ", 1, 2);
        System.out.println(text + map + set);
        Sorter<Shape> sorter = new ShapeSorter();
        List<Object> shapes = new ArrayList<>();
        sorter.one(new Shape(), shapes);
        System.out.println(shapes.size() + " " + sorter.greatest(List.of(3, 4)));
    }
}
