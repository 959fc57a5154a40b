import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Calls whose result type only the parameter they are passed to decides; old code that overrides finalize and passes raw types. */
public class OpenArguments {
    static final Map<String, Object> values = new HashMap<>();

    @SuppressWarnings("unchecked")
    static <T> T value(String name) {
        return (T) values.get(name);
    }

    static <T> T same(T t) {
        return t;
    }

    static class Base {
        Base copy(long n) {
            return this;
        }

        protected void finalize() throws Throwable {
            super.finalize();
        }
    }

    static class Named extends Base {
        final String name;

        Named(String name) {
            this.name = name;
        }

        @SuppressWarnings("unchecked")
        <T> T copy(int n) {
            return (T) new Named(name + n);
        }
    }

    static void show(Named n) {
        System.out.println(n == null ? "none" : n.name);
    }

    static int add(int a, Integer b) {
        return a + b;
    }

    static String join(List<String> parts, StringBuilder end) {
        return String.join("-", parts) + end;
    }

    public static void main(String[] args) {
        values.put("named", new Named("n"));
        values.put("list", Arrays.asList("a", "b"));
        values.put("end", new StringBuilder("!"));
        values.put("number", 7);
        show(value("named"));
        show(value("missing"));
        List<Named> all = new ArrayList<>();
        all.add(new Named("x"));
        show(all.get(0).copy(1));
        System.out.println(join(value("list"), value("end")));
        System.out.println(add(same(3), value("number")));
        String shown = String.valueOf((Object) value("number"));
        System.out.println(shown + same("s").length());
        all.add(value("named"));
        System.out.println(all.size());
        try {
            show(value("list"));
        } catch (ClassCastException e) {
            System.out.println("not that class");
        }
        chosen(args.length == 0 ? value("none") : "text");
        chosen(args.length == 0 ? same("text") : value("none"));
        chosen(args.length == 0 ? same((Object) "text") : "text");
    }

    static void chosen(Object o) {
        System.out.println("an object: " + o);
    }

    static void chosen(String s) {
        System.out.println("a string: " + s);
    }
}
