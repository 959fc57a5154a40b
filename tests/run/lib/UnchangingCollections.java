import java.util.*;
/** Collections that do not change: what they refuse, and the names of their classes. */
public class UnchangingCollections {
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
