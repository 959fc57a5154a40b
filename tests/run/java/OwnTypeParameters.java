/** Constructors and methods whose own type parameters are bounded by those of their class. */
public class OwnTypeParameters {
    static class Box<T> {
        T content;

        <U extends T> Box(U u) { content = u; }

        <A, B> Box(T t, A a, B b) {
            content = t;
            System.out.println(a + " " + b);
        }

        <U extends T> U put(U u) {
            content = u;
            return u;
        }

        public String toString() { return "[" + content + "]"; }
    }

    public static void main(String[] args) {
        Box<Object> any = new Box<>("x");
        Box<Number> number = new Box<>(5);
        Box<String> three = new Box<>("s", 1, 'c');
        Box<Number> plain = new Box<Number>(2.5);
        System.out.println(any + " " + number + " " + three + " " + plain);
        int i = number.put(7);
        String s = any.put("text");
        System.out.println(i + s + number + any);
        System.out.println(new Box<Comparable<String>>("z").put("y").length());
    }
}
