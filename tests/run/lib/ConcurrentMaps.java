// ConcurrentHashMap: the order of iteration, iteration while it changes, and what HashMap has not.

import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

public class ConcurrentMaps {
    static final class Same implements Comparable<Same> {
        final int n;

        Same(int n) {
            this.n = n;
        }

        @Override
        public int hashCode() {
            return n % 3;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Same && ((Same) o).n == n;
        }

        @Override
        public int compareTo(Same o) {
            return Integer.compare(n, o.n);
        }

        @Override
        public String toString() {
            return "s" + n;
        }
    }

    static void orders() {
        Random random = new Random(5);
        for (int n : new int[] {3, 11, 12, 13, 24, 25, 48, 100}) {
            ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
            for (int i = 0; i < n; i++) {
                map.put(Long.toString(random.nextLong() & 0xffffff, 36), i);
            }
            ConcurrentHashMap<String, Integer> sized = new ConcurrentHashMap<>(n);
            sized.putAll(map);
            List<String> keys = new ArrayList<>(map.keySet());
            System.out.println(n + " " + keys.subList(0, 3) + map.toString().hashCode() + " "
                + new ConcurrentHashMap<>(map).toString().hashCode() + " " + sized.toString().hashCode() + " " + map.hashCode());
        }
        ConcurrentHashMap<Same, Integer> crowded = new ConcurrentHashMap<>();
        for (int i = 0; i < 40; i++) {
            crowded.merge(new Same(i * 7 % 40), i, Integer::sum);
        }
        System.out.println(crowded.size() + " " + crowded.keySet());
        crowded.keySet().removeIf(s -> s.n > 6);
        System.out.println(crowded);
    }

    static void changing() {
        ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 20; i++) {
            map.put(i * 7, "v" + i);
        }
        for (Integer k : map.keySet()) {
            if (k % 2 == 0) map.remove(k);
        }
        System.out.println(map);
        int added = 0;
        int met = 0;
        for (Map.Entry<Integer, String> e : map.entrySet()) {
            if (added++ < 30) map.put(1000 + added, "n");
            if (e.getValue().equals("n")) met++;
        }
        System.out.println(map.size() + " " + met + " " + map);
        for (Map.Entry<Integer, String> e : map.entrySet()) {
            e.setValue(e.getValue() + "!");
        }
        Iterator<Integer> it = map.keySet().iterator();
        System.out.println(it.next() + map.get(7));
        it.remove();
        map.clear();
        System.out.println(it.hasNext() + " " + map + it.next());
        try {
            it.remove();
            it.remove();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }

    static void operations() {
        ConcurrentMap<Integer, String> map = new ConcurrentHashMap<>(Map.of(1, "a"));
        map.merge(1, "b", String::concat);
        map.compute(2, (k, v) -> v + "?");
        map.computeIfAbsent(3, k -> "three");
        map.computeIfPresent(3, (k, v) -> null);
        System.out.println(map + " " + map.replace(1, "ab", "c") + map.replace(2, "d") + map.remove(1, "x") + map.putIfAbsent(5, "e"));
        map.replaceAll((k, v) -> v + k);
        System.out.println(map + " " + map.equals(new HashMap<>(map)) + map.getOrDefault(9, "none") + map.containsValue("e5"));
        ConcurrentHashMap<Integer, String> all = (ConcurrentHashMap<Integer, String>) map;
        System.out.println(all.mappingCount() + all.reduceValues(9, String::concat) + all.reduceKeys(9, Integer::sum)
            + all.search(9, (k, v) -> k == 2 ? v : null) + all.reduceValuesToInt(9, String::length, 0, Integer::sum)
            + all.reduce(9, (k, v) -> k > 1 ? k + v : null, (x, y) -> x + "," + y));
        all.forEach(Long.MAX_VALUE, (k, v) -> System.out.print(k + v + " "));
        all.forEach(Long.MAX_VALUE, (k, v) -> k == 5 ? null : v, v -> System.out.print("<" + v + ">"));
        for (Enumeration<Integer> keys = all.keys(); keys.hasMoreElements();) {
            System.out.print(keys.nextElement() + ";");
        }
        System.out.println(all.elements().nextElement() + all.contains("e5"));
        Set<String> words = ConcurrentHashMap.newKeySet();
        System.out.println(words.add("x") + "" + words.add("x") + words);
        ConcurrentHashMap.KeySetView<Integer, String> keys = all.keySet("new");
        System.out.println(keys.add(8) + all.get(8) + keys.getMappedValue());
        try {
            all.keySet().add(9);
        } catch (UnsupportedOperationException e) {
            System.out.println("no value to add");
        }
        for (Runnable wrong : new Runnable[] {() -> map.put(null, ""), () -> map.put(1, null), () -> map.get(null), () -> map.containsValue(null)}) {
            try {
                wrong.run();
            } catch (NullPointerException e) {
                System.out.print("null ");
            }
        }
        try {
            map.computeIfAbsent(100, k -> map.computeIfAbsent(100, j -> "inner"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + map.containsKey(100));
        }
        Object some = map;
        System.out.println(some instanceof HashMap);
    }

    public static void main(String[] args) {
        orders();
        changing();
        operations();
    }
}
