import java.util.*;

public class Sorted {
    static class Key {
        final int v;

        Key(int v) { this.v = v; }

        public int hashCode() { return v % 97; }
        public boolean equals(Object o) { return o instanceof Key && ((Key) o).v == v; }
        public String toString() { return "k" + v; }
    }

    static void show(NavigableMap<Integer, String> m, int[] probes) {
        System.out.println(m + " " + m.size() + " " + m.isEmpty() + " " + m.keySet() + " " + m.values() + " " + m.descendingKeySet());
        for (int p : probes) {
            System.out.print(m.floorKey(p) + "," + m.lowerEntry(p) + "," + m.ceilingKey(p) + "," + m.higherEntry(p) + "," + m.get(p) + m.containsKey(p) + " ");
        }
        System.out.println();
        System.out.println(m.firstEntry() + " " + m.lastEntry());
    }

    static void attempt(Runnable r) {
        try {
            r.run();
            System.out.println("fine");
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        TreeMap<Integer, String> m = new TreeMap<>();
        Random r = new Random(11);
        for (int i = 0; i < 20; i++) m.put(r.nextInt(60), "v" + i);
        int[] probes = {-1, 0, 7, 20, 21, 33, 45, 60};
        show(m, probes);
        show(m.subMap(10, true, 40, true), probes);
        show(m.headMap(33, false), probes);
        show(m.tailMap(20, false), probes);
        show(m.descendingMap(), probes);
        show(m.descendingMap().subMap(45, true, 7, false), probes);
        show(m.subMap(10, true, 40, false).descendingMap().headMap(20, true), probes);
        show(m.subMap(61, true, 70, false), probes);
        NavigableMap<Integer, String> part = m.subMap(10, true, 30, false);
        attempt(() -> part.put(30, "no"));
        attempt(() -> part.subMap(5, 12));
        attempt(() -> m.subMap(12, 5));
        attempt(() -> new TreeMap<Integer, String>().firstKey());
        attempt(() -> m.firstEntry().setValue("x"));
        attempt(() -> m.put(null, ""));
        part.put(11, "new");
        System.out.println(part.pollFirstEntry() + " " + m.pollLastEntry() + " " + part);
        for (Iterator<Map.Entry<Integer, String>> it = part.entrySet().iterator(); it.hasNext(); ) {
            Map.Entry<Integer, String> e = it.next();
            if (e.getKey() % 2 == 0) it.remove();
            else e.setValue(e.getValue() + "!");
        }
        System.out.println(m);
        part.clear();
        System.out.println(m + " " + m.hashCode());
        TreeSet<String> s = new TreeSet<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        Collections.addAll(s, "pear", "fig", "apple", "kiwi", "date", "plum", "banana", "lime");
        System.out.println(s + " " + s.descendingSet() + s.headSet("kiwi") + s.tailSet("kiwi", false) + s.subSet("date", true, "banana", true));
        System.out.println(s.first() + s.last() + s.floor("zzzz") + s.higher("plum") + s.pollFirst() + s.pollLast() + s.size());
        Iterator<String> down = s.descendingIterator();
        while (down.hasNext()) if (down.next().startsWith("p")) down.remove();
        System.out.println(s + " " + new TreeSet<>(s).comparator().equals(s.comparator()) + " " + s.clone());
        SortedMap<String, Integer> counts = new TreeMap<>(Collections.reverseOrder());
        for (String w : "the cat and the dog and the bird".split(" ")) counts.merge(w, 1, Integer::sum);
        System.out.println(counts + " " + counts.firstKey() + counts.headMap("cat"));

        HashMap<Key, Integer> colliding = new HashMap<>();
        for (int i = 0; i < 400; i++) colliding.put(new Key(r.nextInt(1000)), i);
        for (int i = 0; i < 300; i++) colliding.remove(new Key(r.nextInt(1000)));
        for (int i = 0; i < 100; i++) colliding.put(new Key(r.nextInt(1000)), -i);
        int h = 0;
        for (Key k : colliding.keySet()) h = 31 * h + k.v;
        System.out.println(colliding.size() + " " + h);
    }
}
