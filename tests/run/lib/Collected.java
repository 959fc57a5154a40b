import java.util.*;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.*;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.*;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Collections and what is gathered in them. */
public class Collected {
    public static void main(String[] args) throws Throwable {
        Dictionaries.main(args);
        UnchangingCollections.main(args);
        StreamUses.main(args);
        SortComparisons.main(args);
        Sorted.main(args);
        Gathered.main(args);
        EnumSets.main(args);
    }
}

/** `Dictionary`: of one's own, and as a `Hashtable`'s superclass. */
class Dictionaries {
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

/** Collections that do not change: what they refuse, and the names of their classes. */
class UnchangingCollections {
    static void t(String n, Runnable r) { try { r.run(); System.out.println(n + " ok"); } catch (Exception e) { System.out.println(n + " " + e.getClass()); } }
    static <T> void coll(String n, Collection<T> c, T in, T out) {
        t(n + ".add", () -> c.add(in)); t(n + ".addAll0", () -> c.addAll(List.of())); t(n + ".addAll1", () -> c.addAll(List.of(out))); t(n + ".remove", () -> c.remove(in)); t(n + ".removeOut", () -> c.remove(out)); t(n + ".clear", () -> c.clear()); t(n + ".removeIf", () -> c.removeIf(x -> false)); t(n + ".removeIfT", () -> c.removeIf(x -> true)); t(n + ".retainAll", () -> c.retainAll(c)); t(n + ".removeAll", () -> c.removeAll(List.of()));
        t(n + ".containsNull", () -> System.out.print(c.contains(null))); t(n + ".containsAll", () -> System.out.print(c.containsAll(List.of(in)))); t(n + ".it", () -> { Iterator<T> it = c.iterator(); System.out.print(it.hasNext()); it.next(); it.remove(); });
        t(n + ".toArray", () -> System.out.print(Arrays.toString(c.toArray()) + c.toArray(new Object[0]).length)); System.out.println(c + " " + (c instanceof List || c instanceof Set ? c.hashCode() : 0) + " " + c.size() + c.isEmpty() + c.equals(new ArrayList<>(c)) + c.equals(new HashSet<>(c)) + new HashSet<>(c).equals(c) + new ArrayList<>(c).equals(c));
        if (c instanceof List) { List<T> l = (List<T>) c; t(n + ".set", () -> l.set(0, in)); t(n + ".get9", () -> l.get(9)); t(n + ".sort", () -> l.sort(null)); t(n + ".replaceAll", () -> l.replaceAll(x -> x)); t(n + ".sub", () -> System.out.print(l.subList(0, l.size()))); t(n + ".subadd", () -> l.subList(0, 0).add(in)); t(n + ".indexOfNull", () -> System.out.print(l.indexOf(null))); t(n + ".li", () -> { ListIterator<T> li = l.listIterator(l.size()); while (li.hasPrevious()) System.out.print(li.previous() + "" + li.nextIndex()); if (!l.isEmpty()) li.set(in); }); t(n + ".add0", () -> l.add(0, in)); t(n + ".remove0", () -> l.remove(0)); t(n + ".addAllAt", () -> l.addAll(0, List.of(in))); }
    }
    static void map(String n, Map<String, Integer> m) {
        t(n + ".put", () -> m.put("a", 1)); t(n + ".putAll0", () -> m.putAll(Map.of())); t(n + ".putAll", () -> m.putAll(Map.of("q", 1))); t(n + ".remove", () -> m.remove("a")); t(n + ".removeOut", () -> m.remove("zz")); t(n + ".remove2", () -> m.remove("zz", 1)); t(n + ".clear", () -> m.clear()); t(n + ".putIfAbsent", () -> m.putIfAbsent("a", 5)); t(n + ".computeIfAbsent", () -> m.computeIfAbsent("a", k -> 3)); t(n + ".computeIfAbsentOut", () -> m.computeIfAbsent("zz", k -> null)); t(n + ".computeIfPresent", () -> m.computeIfPresent("zz", (k, v) -> 3)); t(n + ".compute", () -> m.compute("zz", (k, v) -> null)); t(n + ".merge", () -> m.merge("a", 1, Integer::sum)); t(n + ".replace", () -> m.replace("zz", 1)); t(n + ".replace3", () -> m.replace("zz", 1, 2)); t(n + ".replaceAll", () -> m.replaceAll((k, v) -> v));
        t(n + ".getNull", () -> System.out.print(m.get(null))); t(n + ".containsKeyNull", () -> System.out.print(m.containsKey(null))); t(n + ".containsValueNull", () -> System.out.print(m.containsValue(null))); t(n + ".gor", () -> System.out.print(m.getOrDefault("zz", 9) + " " + m.getOrDefault("a", 9))); t(n + ".gorNull", () -> System.out.print(m.getOrDefault(null, 9)));
        System.out.println(new TreeMap<>(m) + " " + m.hashCode() + " " + m.size() + m.isEmpty() + m.equals(new HashMap<>(m)) + new HashMap<>(m).equals(m)); t(n + ".forEach", () -> m.forEach((k, v) -> System.out.print(v > 0))); t(n + ".keySet.remove", () -> m.keySet().remove("a")); t(n + ".keySet.add", () -> m.keySet().add("a")); t(n + ".values.remove", () -> m.values().remove(1)); t(n + ".values.clear", () -> m.values().clear()); t(n + ".entrySet.clear", () -> m.entrySet().clear()); t(n + ".entry.set", () -> m.entrySet().iterator().next().setValue(4)); t(n + ".entrySet.it", () -> { Iterator<?> it = m.entrySet().iterator(); it.next(); it.remove(); }); t(n + ".keySet.removeIf", () -> m.keySet().removeIf(k -> true)); t(n + ".contains", () -> System.out.print(m.entrySet().contains(Map.entry("a", 1)) + "" + m.keySet().contains("a") + m.values().contains(1)));
    }
    public static void main(String[] args) {
        coll("List.of", List.of(1, 2, 3), 1, 9); coll("List.of1", List.of(1), 1, 9); coll("List.of0", List.of(), 1, 9); coll("Set.of1", Set.of(1), 1, 9); coll("Set.of0", Set.of(), 1, 9); coll("Set.copyOf", Set.copyOf(List.of(4, 4)), 4, 9);
        coll("unmodList", Collections.unmodifiableList(new ArrayList<>(List.of(1, 2))), 1, 9); coll("unmodListL", Collections.unmodifiableList(new LinkedList<>(List.of(1, 2))), 1, 9); coll("unmodSet", Collections.unmodifiableSet(new HashSet<>(List.of(1, 2))), 1, 9); coll("unmodColl", Collections.unmodifiableCollection(new TreeSet<>(List.of(1, 2))), 1, 9); coll("emptyList", Collections.emptyList(), 1, 9); coll("emptySet", Collections.emptySet(), 1, 9); coll("singleton", Collections.singleton(1), 1, 9); coll("singletonList", Collections.singletonList(1), 1, 9); coll("nCopies", Collections.nCopies(2, 1), 1, 9); coll("unmodSorted", Collections.unmodifiableSortedSet(new TreeSet<>(List.of(1, 2))), 1, 9);
        map("Map.of1", Map.of("a", 1)); map("Map.of0", Map.of()); map("Map.copyOf", Map.copyOf(new TreeMap<>(Map.of("a", 1, "b", 2)))); map("unmod", Collections.unmodifiableMap(new TreeMap<>(Map.of("a", 1, "b", 2)))); map("unmodH", Collections.unmodifiableMap(new HashMap<>(Map.of("a", 1)))); map("empty", Collections.emptyMap()); map("singleton", Collections.singletonMap("a", 1)); map("sorted", Collections.unmodifiableSortedMap(new TreeMap<>(Map.of("a", 1))));
        System.out.println(Map.copyOf(Map.of("a", 1)).getClass() + " " + (List.copyOf(List.of(1)) == List.of(1))); t("entry", () -> Map.entry(null, 1)); t("entryset", () -> Map.entry(1, 1).setValue(3)); t("dup", () -> Set.of(1, 1)); t("dupmap", () -> Map.of(1, 1, 1, 2)); t("nullset", () -> Set.of(1, null)); Map<Integer, Integer> me = Map.of(); System.out.println(Map.entry("k", 2) + " " + Map.entry("k", 2).hashCode() + Map.entry("k", 2).equals(new AbstractMap.SimpleEntry<>("k", 2)));
        p("List.of0", List.of()); p("List.of1", List.of(1)); p("List.of2", List.of(1, 2)); p("List.of3", List.of(1, 2, 3));
        p("Set.of0", Set.of()); p("Set.of1", Set.of(1)); p("Set.of2", Set.of(1, 2)); p("Set.of3", Set.of(1, 2, 3));
        p("List.copyOf", List.copyOf(new ArrayList<>(List.of(1, 2, 3))));
        p("Set.copyOf", Set.copyOf(List.of(1, 2, 3)));
        p("Map.of0", Map.of()); p("Map.of1", Map.of(1, 2)); p("Map.of2", Map.of(1, 2, 3, 4)); p("Map.ofEntries", Map.ofEntries(Map.entry(1, 2), Map.entry(2, 3)));
        p("Map.copyOf", Map.copyOf(new HashMap<>(Map.of(1, 2, 3, 4))));
        p("Map.entry", Map.entry(1, 2)); p("SimpleEntry", new AbstractMap.SimpleEntry<>(1, 2)); p("SimpleImmutableEntry", new AbstractMap.SimpleImmutableEntry<>(1, 2));
        p("asList", Arrays.asList(1, 2));
        p("unmodifiableList", Collections.unmodifiableList(new ArrayList<>(List.of(1))));
        p("unmodifiableListL", Collections.unmodifiableList(new LinkedList<>(List.of(1))));
        p("unmodifiableSet", Collections.unmodifiableSet(new HashSet<>(List.of(1))));
        p("unmodifiableSortedSet", Collections.unmodifiableSortedSet(new TreeSet<>(List.of(1))));
        p("unmodifiableNavigableSet", Collections.unmodifiableNavigableSet(new TreeSet<>(List.of(1))));
        p("unmodifiableCollection", Collections.unmodifiableCollection(new HashSet<>(List.of(1))));
        p("unmodifiableMap", Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2))));
        p("unmodifiableSortedMap", Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(1, 2))));
        p("unmodifiableNavigableMap", Collections.unmodifiableNavigableMap(new TreeMap<>(Map.of(1, 2))));
        p("emptyList", Collections.emptyList()); p("emptySet", Collections.emptySet()); p("emptyMap", Collections.emptyMap());
        p("singleton", Collections.singleton(1)); p("singletonList", Collections.singletonList(1)); p("singletonMap", Collections.singletonMap(1, 2));
        p("nCopies", Collections.nCopies(2, 1));
        p("newSetFromMap", Collections.newSetFromMap(new IdentityHashMap<>()));
        p("asLifoQueue", Collections.asLifoQueue(new ArrayDeque<>()));
        p("CASE_INSENSITIVE_ORDER", String.CASE_INSENSITIVE_ORDER);
        p("entry of unmodifiableMap", Collections.unmodifiableMap(Map.of(1, 2)).entrySet().iterator().next());
    }

    static void p(String what, Object o) { System.out.println(what + " " + o.getClass().getName() + " " + o.getClass().getSimpleName()); }
}

// A stream is for one operation; what is counted without being made runs no stage; what is not asked for is not made.

class StreamUses {
    static void t(String what, Supplier<Object> s) {
        System.out.print(what + ": ");
        try { System.out.println(s.get()); } catch (RuntimeException e) { System.out.println(e); }
    }
    static <T> T seen(T v) { System.out.print("<" + v + ">"); return v; }

    public static void main(String[] args) {
        List<Integer> list = List.of(3, 1, 2);
        t("twice", () -> { Stream<Integer> s = list.stream(); s.forEach(StreamUses::seen); return s.count(); });
        t("stage and end", () -> { Stream<Integer> s = list.stream(); s.map(x -> x + 1); return s.toList(); });
        t("chained", () -> { Stream<Integer> s = list.stream(); Stream<Integer> m = s.filter(x -> x > 1); m.findFirst(); return m.anyMatch(x -> true); });
        t("ints", () -> { IntStream s = IntStream.range(0, 4); return s.sum() + s.max().getAsInt(); });
        t("longs", () -> { LongStream s = LongStream.rangeClosed(1, 4); return s.sum() + s.sorted().sum(); });
        t("doubles", () -> { DoubleStream s = DoubleStream.of(1, 2); return s.average().getAsDouble() + s.boxed().count(); });
        t("closed", () -> { Stream<Integer> s = list.stream(); s.close(); return s.count(); });
        t("concat", () -> { Stream<Integer> s = list.stream(); return Stream.concat(s, s).toList(); });
        t("iterator", () -> { Stream<Integer> s = list.stream(); return s.iterator().next() + s.iterator().next(); });
        t("same", () -> { Stream<Integer> s = list.stream().parallel().sequential(); return s.reduce(Integer::sum) + " " + s.min(Comparator.naturalOrder()); });
        t("none", () -> list.stream().noneMatch(x -> x > 5) + "" + list.stream().max(Comparator.naturalOrder()) + list.stream().findAny());

        t("count of map", () -> list.stream().map(StreamUses::seen).count());
        t("count of peek", () -> list.stream().peek(StreamUses::seen).sorted().count());
        t("count of filter", () -> list.stream().filter(x -> seen(x) > 1).count());
        t("count of limit", () -> list.stream().peek(StreamUses::seen).limit(2).count());
        t("count of range", () -> IntStream.rangeClosed(1, 5).peek(StreamUses::seen).mapToObj(x -> "" + seen(x)).count());
        t("count of range 2", () -> LongStream.range(5, 3).peek(StreamUses::seen).asDoubleStream().count());
        t("count of range 3", () -> IntStream.range(Integer.MIN_VALUE, Integer.MAX_VALUE).count());
        t("count of distinct", () -> IntStream.of(1, 2, 2).peek(StreamUses::seen).distinct().count());
        t("count of concat", () -> Stream.concat(list.stream().peek(StreamUses::seen), Stream.of(4)).count());
        t("count of flat", () -> list.stream().flatMap(x -> Stream.of(x, x).peek(StreamUses::seen)).count());
        t("count of doubles", () -> DoubleStream.of(2, 1).peek(StreamUses::seen).sorted().count());
        t("count of generated", () -> Stream.iterate(1, x -> x < 4, x -> x + 1).peek(StreamUses::seen).count());
        t("nothing asked", () -> { IntStream.of(3, 1).peek(StreamUses::seen).sorted(); Stream.of(1).peek(StreamUses::seen); return ""; });
        t("sorted", () -> IntStream.of(3, 1, 2).peek(StreamUses::seen).sorted().limit(2).boxed().map(StreamUses::seen).toList());
        t("sorted 2", () -> DoubleStream.of(3, -1).sorted().peek(StreamUses::seen).toArray().length + " " + LongStream.of(3, 1).sorted().boxed().toList());
        t("first", () -> list.stream().peek(StreamUses::seen).map(x -> x * 2).findFirst());
        t("one of many", () -> IntStream.iterate(1, x -> x + 1).peek(StreamUses::seen).filter(x -> x % 3 == 0).findFirst());
        t("statistics", () -> IntStream.of(3, 1).summaryStatistics() + " " + IntStream.of(3, 1).reduce((a, b) -> a * 10 + b) + Arrays.toString(LongStream.of(2, 1).toArray()));
        t("sums", () -> DoubleStream.of(1, 2).sum() + " " + DoubleStream.of(1, 2).average() + LongStream.of(1, 2).average() + DoubleStream.of(3, 4).max());
        Iterable<Integer> squares = () -> Stream.iterate(1, x -> x + 1).map(x -> x * x).iterator();
        t("of an iterable", () -> StreamSupport.stream(squares.spliterator(), false).filter(x -> x % 2 == 1).limit(4).toList());
        t("of an iterator", () -> StreamSupport.stream(Spliterators.spliteratorUnknownSize(list.iterator(), Spliterator.ORDERED), true).map(x -> -x).reduce(0, Integer::sum));
        t("of a list", () -> StreamSupport.stream(list.spliterator(), false).peek(StreamUses::seen).count());
        t("of no size", () -> StreamSupport.stream(((Iterable<Integer>) list::iterator).spliterator(), false).peek(StreamUses::seen).count());
        t("of lines", () -> "a\nb".lines().peek(StreamUses::seen).count());
        t("advanced", () -> { Spliterator<Integer> s = list.spliterator(); s.tryAdvance(StreamUses::seen); return s.estimateSize() + " " + StreamSupport.stream(s, false).collect(Collectors.toList()) + s.tryAdvance(StreamUses::seen); });
    }
}

class SortComparisons {
    static StringBuilder log;
    public static void main(String[] args) {
        Random r = new Random(5);
        for (int n : new int[]{0, 1, 2, 3, 5, 10, 31, 32, 33, 64, 100, 257, 1000, 5000}) {
            for (int mode = 0; mode < 5; mode++) {
                Integer[] a = new Integer[n];
                for (int i = 0; i < n; i++) a[i] = mode == 0 ? r.nextInt() : mode == 1 ? i : mode == 2 ? -i : mode == 3 ? i % 17 : (i / 50 % 2 == 0 ? i : -i);
                int[] h = {0, 0};
                Comparator<Integer> c = (x, y) -> { h[0]++; h[1] = h[1] * 31 + x * 7 + y; return x.compareTo(y); };
                Integer[] b = a.clone();
                Arrays.sort(b, c);
                System.out.print(n + " " + mode + " " + h[0] + " " + h[1]);
                h[0] = h[1] = 0; List<Integer> l = new ArrayList<>(Arrays.asList(a)); l.sort(c); System.out.print(" " + h[0] + " " + h[1]);
                h[0] = h[1] = 0; l = new LinkedList<>(Arrays.asList(a)); Collections.sort(l, c); System.out.print(" " + h[0] + " " + h[1]);
                h[0] = h[1] = 0; l = new Vector<>(Arrays.asList(a)); l.sort(c); System.out.print(" " + h[0] + " " + h[1]);
                h[0] = h[1] = 0; if (n > 4) { b = a.clone(); Arrays.sort(b, 2, n - 1, c); } System.out.print(" " + h[0] + " " + h[1]);
                log = new StringBuilder();
                K[] k = new K[n]; for (int i = 0; i < n; i++) k[i] = new K(a[i]);
                Arrays.sort(k); System.out.println(" " + log.toString().hashCode());
            }
        }
        Integer[] bad = new Integer[200]; for (int i = 0; i < 200; i++) bad[i] = r.nextInt(1000);
        try { for (int t = 0; t < 50; t++) { for (int i = 0; i < 200; i++) bad[i] = r.nextInt(1000); Arrays.sort(bad, (x, y) -> r.nextInt(3) - 1); } System.out.println("none"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        PriorityQueue<Integer> pq = new PriorityQueue<>((x, y) -> { log.append(x).append('<').append(y); return x - y; });
        log = new StringBuilder(); for (int i = 0; i < 50; i++) pq.add(r.nextInt(100)); while (!pq.isEmpty()) pq.poll(); System.out.println(log.toString().hashCode());
    }
    static class K implements Comparable<K> { int v; K(int v) { this.v = v; } public int compareTo(K o) { log.append(v).append(',').append(o.v).append(';'); return Integer.compare(v, o.v); } }
}

class Sorted {
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

/** Collectors of one's own, and the less common ones of the library. */
class Gathered {
    /** Keeps every n-th. */
    static class Every<T> implements Collector<T, List<T>, List<T>> {
        private final int n;

        Every(int n) {
            this.n = n;
        }

        public Supplier<List<T>> supplier() {
            return ArrayList::new;
        }

        public BiConsumer<List<T>, T> accumulator() {
            return List::add;
        }

        public BinaryOperator<List<T>> combiner() {
            return (a, b) -> {
                a.addAll(b);
                return a;
            };
        }

        public Function<List<T>, List<T>> finisher() {
            return l -> {
                List<T> out = new ArrayList<>();
                for (int i = 0; i < l.size(); i += n) out.add(l.get(i));
                return out;
            };
        }

        public Set<Characteristics> characteristics() {
            return EnumSet.noneOf(Characteristics.class);
        }
    }

    static <T> Collector<T, ?, TreeSet<T>> sorted() {
        return Collector.of(TreeSet::new, TreeSet::add, (a, b) -> {
            a.addAll(b);
            return a;
        });
    }

    public static void main(String[] args) {
        System.out.println(IntStream.range(0, 10).boxed().collect(new Every<>(3)));
        System.out.println(Stream.of("pear", "fig", "apple").collect(sorted()));
        Collector<Integer, int[], Integer> sum = Collector.of(() -> new int[1], (a, x) -> a[0] += x, (a, b) -> a, a -> a[0]);
        System.out.println(Stream.of(1, 2, 3).collect(sum) + " " + sum.characteristics());
        String both = Stream.of(1, 2, 3, 4).collect(Collectors.teeing(
            Collectors.summingInt(x -> x), Collectors.averagingDouble(x -> x), (s, a) -> s + "/" + a));
        System.out.println(both);
        System.out.println(Stream.of("a", "bb", "cc").collect(Collectors.summarizingInt(String::length)));
        System.out.println(Stream.of(1.5, 2.5).collect(Collectors.summarizingDouble(d -> d)).getAverage());
        System.out.println(Stream.of(7L, 9L).collect(Collectors.summarizingLong(l -> l)).getMax());
        Map<Integer, Set<Character>> letters = Stream.of("ab", "ba", "c").collect(Collectors.groupingBy(
            String::length, TreeMap::new,
            Collectors.flatMapping(s -> s.chars().mapToObj(c -> (char) c), Collectors.toCollection(TreeSet::new))));
        System.out.println(letters);
        System.out.println(Stream.of(3, 4).collect(Collectors.reducing(1, x -> x * x, Integer::sum)));
        System.out.println(Stream.of(3, 4).collect(Collectors.reducing(Integer::max)).get());
        System.out.println(Stream.of("k").collect(Collectors.toUnmodifiableMap(k -> k, String::length)));
        System.out.println(Stream.of(1, 1).collect(Collectors.toUnmodifiableSet()));
        System.out.println(Stream.of(1, 2).<String>mapMulti((x, out) -> {
            out.accept("x" + x);
            if (x > 1) out.accept("more");
        }).toList());
        System.out.println(Stream.of(2, 3).flatMapToInt(n -> IntStream.range(0, n)).sum());
        System.out.println(Stream.<String>builder().add("one").add("two").build().toList());
        System.out.println(Stream.ofNullable(null).count() + Stream.ofNullable(5).count());
        System.out.println(Arrays.asList(1, 2).stream().unordered().isParallel());
    }
}

/** Sets of constants, maps by identity, properties, and a vector's room. */
class EnumSets {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    static <E extends Enum<E>> int count(Class<E> type) { return EnumSet.allOf(type).size(); }

    public static void main(String[] args) throws Exception {
        EnumSet<Day> weekend = EnumSet.of(Day.SUN, Day.SAT);
        System.out.println(weekend + " " + EnumSet.complementOf(weekend) + " " + EnumSet.range(Day.TUE, Day.THU));
        EnumSet<Day> none = EnumSet.noneOf(Day.class);
        System.out.println(none.add(Day.WED) + " " + none.add(Day.WED) + " " + none + none.contains(Day.MON) + count(Day.class));
        EnumSet<Day> copy = EnumSet.copyOf(weekend);
        copy.removeIf(d -> d == Day.SAT);
        System.out.println(copy + " " + weekend + " " + copy.equals(Set.of(Day.SUN)) + " " + weekend.containsAll(copy));
        Iterator<Day> it = weekend.iterator();
        it.next();
        it.remove();
        System.out.println(weekend);

        String a = new String("k"), b = new String("k");
        IdentityHashMap<String, Integer> ids = new IdentityHashMap<>();
        ids.put(a, 1);
        ids.put(b, 2);
        System.out.println(ids.size() + " " + ids.put(a, 3) + " " + ids.get(a) + ids.get("other") + ids.remove(b) + ids);

        Properties p = new Properties();
        p.load(new java.io.StringReader("# comment\nname = one\\\n  two\nother\\ key:\\u0041\n! more\nempty\n"));
        System.out.println(p.getProperty("name") + "|" + p.getProperty("other key") + "|" + p.getProperty("empty") + "|" + p.getProperty("x", "y"));
        p.setProperty("name", "again");
        System.out.println(p.size() + " " + new Properties(p).getProperty("name"));

        Vector<String> v = new Vector<>(2, 3);
        for (String s : "a b c".split(" ")) v.addElement(s);
        System.out.println(v.capacity() + " " + new Vector<String>().capacity());
        v.setSize(5);
        System.out.println(v + " " + v.indexOf("c", 1) + v.lastIndexOf("a", 3));
        v.setSize(1);
        System.out.println(v);

        System.out.println(new Random(42).ints().limit(2).sum() + " " + new Random(3).doubles().limit(2).sum());
        System.out.println(new Random(3).longs().limit(2).sum() + " " + new Random(5).ints(3, 5, 9).sum());
        System.out.println(new Random(3).doubles(2, 1, 5).sum() + " " + new Random(5).longs(3, 5, 90000000000L).sum());
        System.out.println(new Date(0L) + " " + new Date(951782400000L).before(new Date(951782400001L)));
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
        crc.update("123456789".getBytes());
        java.util.zip.Adler32 adler = new java.util.zip.Adler32();
        adler.update("Wikipedia".getBytes());
        System.out.println(Long.toHexString(crc.getValue()) + " " + Long.toHexString(adler.getValue()));
    }
}
