import java.util.*;

/** The order in which hash tables with long chains are walked: trees of more than eight entries, as they grow, shrink and split. */
public class HashOrder {
    static final class Key implements Comparable<Key> {
        final int id;
        final int hash;

        Key(int id, int hash) {
            this.id = id;
            this.hash = hash;
        }

        public int hashCode() { return hash; }
        public boolean equals(Object o) { return o instanceof Key && ((Key) o).id == id; }
        public int compareTo(Key o) { return Integer.compare(id, o.id); }
        public String toString() { return id + "/" + hash; }
    }

    static int seed = 7;

    static int random(int n) {
        seed = seed * 1103515245 + 12345;
        return (seed >>> 8) % n;
    }

    static int sum(Collection<?> all) {
        int h = 0;
        for (Object o : all) h = h * 31 + o.toString().hashCode();
        return h;
    }

    static void strings(String prefix, int depth, List<String> out) {
        if (depth == 0) {
            out.add(prefix);
            return;
        }
        strings(prefix + "Aa", depth - 1, out);
        strings(prefix + "BB", depth - 1, out);
    }

    static void same() {
        List<String> names = new ArrayList<>();
        strings("", 5, names);
        Map<String, Integer> m = new HashMap<>(128);
        for (int i = 0; i < names.size(); i++) {
            m.put(names.get((i * 13) % names.size()), i);
            if (i == 7 || i == 8 || i == 9 || i == 20) System.out.println(m);
        }
        System.out.println(m.keySet());
        for (int i = 0; i < names.size(); i += 2) {
            m.remove(names.get(i));
            System.out.println(m.size() + " " + sum(m.keySet()));
        }
        System.out.println(m);
        System.out.println(m.get("AaAaAaAaBB") + " " + m.get("AaAaAaAaAa") + " " + m.containsKey("BBBBBBBBBBBB"));
    }

    static void mixed(int buckets, int rounds, int capacity) {
        Map<Key, Integer> m = new HashMap<>(capacity);
        Set<Key> set = new HashSet<>();
        for (int i = 0; i < rounds; i++) {
            Key k = new Key(random(400), 0);
            k = new Key(k.id, k.id % buckets * 1024 + k.id % 3);
            switch (random(8)) {
                case 0: m.remove(k); set.remove(k); break;
                case 1: m.merge(k, 1, Integer::sum); break;
                case 2: m.computeIfAbsent(k, x -> x.id); break;
                case 3: m.compute(k, (x, v) -> v == null ? Integer.valueOf(1) : v > 3 ? null : Integer.valueOf(v + 1)); break;
                case 4: m.putIfAbsent(k, i); set.add(k); break;
                default: m.put(k, i); set.add(k);
            }
            if (i % 97 == 0) {
                System.out.println(i + " " + m.size() + " " + sum(m.entrySet()) + " " + sum(set));
            }
        }
        Iterator<Key> it = m.keySet().iterator();
        while (it.hasNext()) if (it.next().id % 3 != 0) it.remove();
        System.out.println(m.size() + " " + sum(m.keySet()));
        Map<Key, Integer> copy = new HashMap<>(m);
        System.out.println(copy.equals(m) + " " + sum(copy.keySet()));
        m.clear();
        System.out.println(m.size() + " " + m);
    }

    static void numbers() {
        Map<Long, Integer> m = new HashMap<>();
        for (int i = 0; i < 4000; i++) m.put(((long) (i % 40) << 32) | (i / 40 % 30), i);
        System.out.println(m.size() + " " + sum(m.keySet()));
        for (int i = 0; i < 40; i++) m.keySet().remove((long) i << 32);
        System.out.println(m.size() + " " + sum(m.values()));
        Map<Object, String> any = new LinkedHashMap<>();
        for (int i = 0; i < 30; i++) any.put(new Key(i, 5), "k" + i);
        any.put(5, "five");
        any.put(5L, "long");
        any.put(null, "none");
        System.out.println(any.get(5) + any.get(5L) + any.get(null) + any.get(new Key(29, 5)) + any.get(new Key(30, 5)));
        System.out.println(any);
    }

    public static void main(String[] args) {
        same();
        mixed(3, 3000, 16);
        mixed(1, 1500, 64);
        mixed(17, 3000, 256);
        numbers();
    }
}
