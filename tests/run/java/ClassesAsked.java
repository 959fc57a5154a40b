import java.util.List;

/** Interfaces that nothing calls are interfaces too. */
public class ClassesAsked {
    interface Named {}
    interface Sized extends Named { int size(); }
    interface Unused {}
    static class Base implements Named {}
    static abstract class Half implements Sized {}

    static class Box extends Half {
        @Override
        public int size() { return 1; }
    }

    public static void main(String[] args) throws ClassNotFoundException {
        List<Class<?>> asked = List.of(Named.class, Sized.class, Unused.class, Comparable.class, Half.class, Object.class,
            int.class, Named[].class, Class.forName("ClassesAsked$Unused"));
        Object[] objects = {new Base(), new Box(), "s", 1, new Box[1], new int[1], null};
        for (Class<?> c : asked) {
            System.out.print(c + (c.isInterface() ? " is one:" : ":"));
            for (Object o : objects) System.out.print(" " + c.isInstance(o));
            System.out.println(" " + c.getSuperclass());
        }
        System.out.println(Named.class.cast(objects[1]).getClass());
        try {
            Unused.class.cast(objects[0]);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }
}
