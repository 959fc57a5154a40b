import java.util.*;

/** `Object.clone` of a program's own classes: shallow, and only of what is `Cloneable`. */
public class Cloned {
    static class Vector3 implements Cloneable {
        double[] at = { 1, 2, 3 };
        String name = "v";

        public Object clone() {
            try {
                Vector3 v = (Vector3) super.clone();
                v.at = at.clone();
                return v;
            } catch (CloneNotSupportedException e) {
                throw new InternalError(e.toString());
            }
        }
    }

    static class Named extends Vector3 {
        Vector3 inner = new Vector3();

        public Named clone() { return (Named) super.clone(); }
    }

    static class Plain {
        Object copy() throws CloneNotSupportedException { return clone(); }
    }

    public static void main(String[] args) {
        Named a = new Named();
        a.name = "a";
        Named b = a.clone();
        b.at[0] = 9;
        b.name = "b";
        System.out.println(a.name + Arrays.toString(a.at) + " " + b.name + Arrays.toString(b.at));
        System.out.println(b.inner == a.inner);
        try {
            new Plain().copy();
        } catch (CloneNotSupportedException e) {
            System.out.println(e);
        }
        collections();
    }

    static class Counted<K> extends LinkedHashMap<K, Integer> {
        int puts;

        public Integer put(K key, Integer value) {
            puts++;
            return super.put(key, value);
        }
    }

    /** The clone of a collection is of its class, with the fields of subclasses, and has elements of its own. */
    @SuppressWarnings("unchecked")
    static void collections() {
        Stack<Integer> s = new Stack<>();
        s.push(1);
        s.push(2);
        Stack<Integer> t = (Stack<Integer>) s.clone();
        t.pop();
        t.push(3);
        t.push(4);
        System.out.println(s + " " + t + " " + t.peek());
        Counted<String> c = new Counted<>();
        c.put("b", 1);
        c.put("a", 2);
        c.putAll(Map.of("c", 3));
        Counted<String> d = (Counted<String>) c.clone();
        d.remove("b");
        d.put("z", 4);
        System.out.println(c + " " + c.puts + " " + d + " " + d.puts);
        LinkedList<Integer> l = new LinkedList<>(List.of(1, 2, 3)) { public String toString() { return "<" + super.toString() + ">"; } };
        LinkedList<Integer> m = (LinkedList<Integer>) l.clone();
        m.addFirst(0);
        m.removeLast();
        System.out.println(l + " " + m);
        TreeMap<Integer, String> u = new TreeMap<>(Comparator.reverseOrder());
        for (int i = 0; i < 20; i++) u.put(i * 7 % 20, "v" + i);
        TreeMap<Integer, String> v = (TreeMap<Integer, String>) u.clone();
        for (int i = 0; i < 20; i += 3) v.remove(i);
        u.put(5, "-");
        System.out.println(u + " " + v + " " + v.size() + u.size());
        Hashtable<String, Integer> h = new Hashtable<>();
        for (int i = 0; i < 30; i++) h.put("k" + i, i);
        h.keySet().removeIf(k -> k.length() == 3);
        Hashtable<String, Integer> g = (Hashtable<String, Integer>) h.clone();
        g.put("k3", -3);
        System.out.println(h + " " + g);
    }
}
