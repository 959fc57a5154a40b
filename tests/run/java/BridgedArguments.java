import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What raw types let through is tested where a method's parameter says more than the method it overrides. */
public class BridgedArguments {
    interface Sink<T> {
        void put(T t);
    }

    interface Named {
        String name();
    }

    static class Name implements Named {
        public String name() {
            return "n";
        }
    }

    static class Texts implements Sink<String[]> {
        public void put(String[] s) {
            System.out.println("strings " + s.length);
        }
    }

    static class Numbers implements Sink<int[]> {
        public void put(int[] s) {
            System.out.println("ints " + s.length);
        }
    }

    static class Names implements Sink<Named> {
        final List<Named> held = new ArrayList<>();

        public void put(Named n) {
            held.add(n);
            System.out.println("named");
        }
    }

    static class Bytes implements Comparator<byte[][]> {
        public int compare(byte[][] a, byte[][] b) {
            return a.length - b.length;
        }
    }

    static class Ranked<T extends Comparable<T>> {
        int rank(T a, T b) {
            return a.compareTo(b);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        Comparable text = "a";
        System.out.println(text.compareTo("b"));
        tried(() -> text.compareTo(1));
        Sink[] sinks = {new Texts(), new Numbers(), new Names()};
        Object[] values = {new String[2], new int[3], new Name(), "text", new Object[1], null};
        for (Sink sink : sinks)
            for (Object value : values)
                tried(() -> sink.put(value));
        Comparator bytes = new Bytes();
        System.out.println(bytes.compare(new byte[2][1], new byte[1][]));
        tried(() -> bytes.compare(new byte[2][1], new byte[4]));
        Ranked ranked = new Ranked<String>();
        tried(() -> System.out.println(ranked.rank("x", "y")));
        tried(() -> ranked.rank("x", 2.5));
        tried(() -> ranked.rank(2.5, "x"));
    }

    static void tried(Runnable r) {
        try {
            r.run();
        } catch (ClassCastException e) {
            System.out.println(e.getMessage().replaceAll(" \\(.*", ""));
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
