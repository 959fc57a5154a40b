import java.util.*;

/** `Dictionary`: of one's own, and as a `Hashtable`'s superclass. */
public class Dictionaries {
    static class Pairs<K, V> extends Dictionary<K, V> {
        private final Vector<K> keys = new Vector<>();
        private final Vector<V> values = new Vector<>();

        public int size() { return keys.size(); }
        public boolean isEmpty() { return keys.isEmpty(); }
        public Enumeration<K> keys() { return keys.elements(); }
        public Enumeration<V> elements() { return values.elements(); }

        public V get(Object key) {
            int i = keys.indexOf(key);
            return i < 0 ? null : values.get(i);
        }

        public V put(K key, V value) {
            V old = remove(key);
            keys.add(key);
            values.add(value);
            return old;
        }

        public V remove(Object key) {
            int i = keys.indexOf(key);
            if (i < 0) return null;
            keys.remove(i);
            return values.remove(i);
        }
    }

    static void fill(Dictionary<String, Integer> d) {
        for (String s : "one three five seven one".split(" ")) System.out.print(d.put(s, s.length()) + " ");
        System.out.println(d.size() + " " + d.get("five") + " " + d.remove("three") + " " + d.isEmpty());
        for (Enumeration<String> e = d.keys(); e.hasMoreElements(); ) System.out.print(e.nextElement() + " ");
        for (Enumeration<Integer> e = d.elements(); e.hasMoreElements(); ) System.out.print(e.nextElement() + " ");
        System.out.println(d instanceof Map);
    }

    public static void main(String[] args) {
        fill(new Pairs<>());
        Hashtable<String, Integer> table = new Hashtable<>();
        fill(table);
        Dictionary raw = table;
        System.out.println(raw + " " + raw.equals(new HashMap<>(table)) + " " + raw.hashCode() + " " + table.keySet() + table.values());
        System.out.println(table.containsValue(5) + " " + table.contains(3) + " " + (table.clone() instanceof Dictionary));
        table.keySet().remove("one");
        table.values().remove(4);
        Hashtable<Object, Object> self = new Hashtable<>(table);
        self.put("self", self);
        System.out.println(table + " " + self);
        try {
            table.containsValue(null);
        } catch (NullPointerException e) {
            System.out.println("no null");
        }
    }
}
