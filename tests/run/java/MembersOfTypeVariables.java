import java.util.ArrayList;
import java.util.List;

/** Types that are members of the bound of a type variable. */
public class MembersOfTypeVariables {
    static class Outer {
        static class Nested {
            static int count = 3;
            int n = 2;
        }

        enum Kind { A, B }

        class Inner {
            String v = "inner";
        }

        Nested nested() {
            return new Nested();
        }
    }

    interface Node {
        class Data {
            String s = "data";
        }
    }

    static class Holder<T extends Outer> {
        T.Nested nested;
        T.Inner inner;

        Holder(T t) {
            nested = t.nested();
            inner = t.new Inner();
        }

        List<T.Nested> all() {
            List<T.Nested> l = new ArrayList<>();
            l.add(nested);
            l.add(new T.Nested());
            return l;
        }
    }

    static <N extends Node> String show(N n, N.Data d) {
        N.Data e = d;
        Object o = d;
        return e.s + (o instanceof N.Data) + ((N.Data) o).s;
    }

    static <A extends Outer, B extends A> String two(B b) {
        B.Nested n = b.nested();
        B.Kind k = B.Kind.B;
        return n.n + " " + k + " " + B.Nested.count;
    }

    public static void main(String[] args) {
        Holder<Outer> h = new Holder<>(new Outer());
        System.out.println(h.inner.v + h.all().get(1).n);
        System.out.println(show(new Node() { }, new Node.Data()));
        System.out.println(two(new Outer()));
    }
}
