import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A method that comes from two supertypes: what it throws, what it gives, which it is. */
public class InheritedHeaders {
    static class Cold extends Exception {
    }

    static class Wet extends Exception {
    }

    static class Late extends Exception {
    }

    static abstract class Walk {
        public abstract void go() throws Cold, Wet;
    }

    interface Trip {
        void go() throws Wet, Late;
    }

    static abstract class Outing extends Walk implements Trip {
        void run() {
            try {
                go();
            } catch (Wet e) {
                System.out.println("wet");
            }
        }
    }

    interface Any {
        void act() throws Exception;
    }

    interface Some {
        void act() throws Cold;
    }

    interface Both extends Any, Some {
    }

    static void act(Both b) throws Cold {
        b.act();
    }

    interface Numbers {
        List<Number> all();
    }

    interface Raw {
        List all();
    }

    interface Mixed extends Numbers, Raw {
    }

    interface Of<T> {
        List<T> all();
    }

    interface RawArray {
        ArrayList all();
    }

    interface Nearest<T> extends Of<T>, RawArray {
    }

    interface Wide {
        Number value();
    }

    interface Narrow {
        Double value();
    }

    interface Value extends Wide, Narrow {
    }

    interface RawMap {
        void show(Map map);
    }

    interface TypedMap {
        void show(Map<Number, String> map);
    }

    interface MapShow extends RawMap, TypedMap {
    }

    static class Box<T> {
        String put(Collection<? super T> to) {
            return "collection";
        }

        String put(List<? super T> to) {
            return "list";
        }
    }

    static <Z> String put(Box<? extends Z> box, List<Z> to) {
        return box.put(to);
    }

    static List<Number> rawIn(List<String> in) {
        return new ArrayList<>(List.of(in.size()));
    }

    public static void main(String[] args) throws Exception {
        new Outing() {
            public void go() throws Wet {
                throw new Wet();
            }
        }.run();
        act(() -> System.out.println("act"));
        Mixed mixed = () -> new ArrayList<>(Arrays.<Number>asList(1, 2.5));
        Number second = mixed.all().get(1);
        System.out.println(second);
        Nearest<String> nearest = () -> new ArrayList<>(List.of("a", "b"));
        System.out.println(nearest.all().size());
        Value value = () -> 2.5;
        double v = value.value();
        System.out.println(v);
        MapShow show = map -> System.out.println(map.size());
        show.show(new HashMap<Number, String>());
        System.out.println(put(new Box<Integer>(), new ArrayList<Number>()));
        List raw = new ArrayList(List.of("x"));
        List<Integer> unchecked = rawIn(raw);
        System.out.println(unchecked.get(0) + 1);
    }
}
