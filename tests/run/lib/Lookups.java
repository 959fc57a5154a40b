import java.util.*;
import java.util.stream.*;

/** What is looked up, compared and joined in place: crowded buckets, sorts either way, texts of all lengths, streams that push. */
public class Lookups {
    /** Keys of one hash, in an order of their own. */
    static final class Crowded implements Comparable<Crowded> {
        final int n;

        Crowded(int n) { this.n = n; }

        public int hashCode() { return 7; }
        public boolean equals(Object o) { return o instanceof Crowded && ((Crowded) o).n == n; }
        public int compareTo(Crowded o) { return Integer.compare(n, o.n); }
        public String toString() { return "c" + n; }
    }

    /** Keys of one hash that nothing orders. */
    static final class Unordered {
        final int n;

        Unordered(int n) { this.n = n; }

        public int hashCode() { return 7; }
        public boolean equals(Object o) { return o instanceof Unordered && ((Unordered) o).n == n; }
    }

    /** Keys of one hash, of which four come together. */
    static final class Tied implements Comparable<Tied> {
        final int n;

        Tied(int n) { this.n = n; }

        public int hashCode() { return 7; }
        public boolean equals(Object o) { return o instanceof Tied && ((Tied) o).n == n; }
        public int compareTo(Tied o) { return Integer.compare(n / 4, o.n / 4); }
    }

    static String name(int i, int length) {
        StringBuilder b = new StringBuilder();
        for (int k = 0; k < length; k++) b.append((i >> k & 1) == 0 ? "Aa" : "BB");
        return b.toString();
    }

    static void buckets() {
        Map<Object, Integer> map = new HashMap<>(256);
        for (int i = 0; i < 60; i++) map.put((long) i << 32 | i, i);
        for (int i = 0; i < 64; i++) map.put(name(i, 6), i);
        for (int i = 0; i < 40; i++) map.put(new Crowded(i), i);
        System.out.println(map.size() + " " + map);
        for (int i = 0; i < 60; i += 3) map.remove((long) i << 32 | i);
        for (int i = 0; i < 64; i += 5) map.remove(name(i, 6));
        for (int i = 39; i > 2; i -= 2) map.remove(new Crowded(i));
        map.keySet().removeIf(k -> k instanceof Crowded && ((Crowded) k).n > 30);
        for (int i = 0; i < 30; i++) map.merge((long) i << 32 | i, 1, Integer::sum);
        System.out.println(map.size() + " " + map);
        System.out.println(map.get(3L << 32 | 3) + " " + map.get("AaBBAaBBAaBB") + " " + map.get(new Crowded(4)) + " " + map.get(7) + " " + map.get(null));
        Map<Object, Integer> unordered = new HashMap<>(256);
        for (int i = 0; i < 50; i++) unordered.put(new Unordered(i), i);
        for (int i = 0; i < 50; i++) unordered.put(new Tied(i), i);
        for (int i = 0; i < 50; i += 2) unordered.remove(new Unordered(i));
        for (int i = 0; i < 50; i += 3) unordered.remove(new Tied(i));
        int sum = 0;
        for (int i = 0; i < 50; i++) sum = sum * 3 + unordered.getOrDefault(new Unordered(i), -1) + 7 * unordered.getOrDefault(new Tied(i), -1);
        System.out.println(unordered.size() + " " + sum);
        Map<Object, String> mixed = new HashMap<>();
        mixed.put(1, "int");
        mixed.put(1L, "long");
        mixed.put("1", "text");
        mixed.put('1', "char");
        mixed.put(null, "null");
        System.out.println(mixed.get(1) + mixed.get(1L) + mixed.get("1") + mixed.get('1') + mixed.get(null) + mixed.get((short) 1));
    }

    static void sorts() {
        List<Integer> ints = new ArrayList<>(List.of(5, -3, 1000, 5, 0, Integer.MIN_VALUE, Integer.MAX_VALUE, 7));
        ints.sort(Comparator.reverseOrder());
        System.out.println(ints);
        ints.sort(Comparator.naturalOrder());
        System.out.println(ints);
        Collections.sort(ints, Collections.reverseOrder());
        System.out.println(ints + " " + Collections.max(ints) + " " + Collections.min(ints, Collections.reverseOrder()));
        Long[] longs = { 3L << 40, -1L, 5L, 3L << 40 };
        Arrays.sort(longs, Collections.reverseOrder());
        System.out.println(Arrays.toString(longs));
        List<String> texts = new ArrayList<>(List.of("b", "", "abcdefghi", "abcdefgh", "abcdefgz", "Ω", "é", "abc", "ab"));
        texts.sort(Comparator.reverseOrder());
        System.out.println(texts);
        texts.sort(null);
        System.out.println(texts);
        texts.sort(Comparator.<String>reverseOrder().reversed().thenComparing(Comparator.naturalOrder()));
        System.out.println(texts);
        try {
            List<Object> mixed = new ArrayList<>(List.of(1, "one"));
            mixed.sort((Comparator<Object>) (Object) Comparator.reverseOrder());
        } catch (ClassCastException e) {
            System.out.println("no order");
        }
        try {
            List<Integer> nulls = new ArrayList<>(Arrays.asList(1, null, 2));
            nulls.sort(Comparator.naturalOrder());
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        try {
            new TreeMap<Object, Integer>(Map.of(1, 1, 1L, 2));
        } catch (ClassCastException e) {
            System.out.println("no order");
        }
        PriorityQueue<String> queue = new PriorityQueue<>(Comparator.reverseOrder());
        queue.addAll(texts);
        StringBuilder b = new StringBuilder();
        while (!queue.isEmpty()) b.append(queue.poll()).append(' ');
        System.out.println(b);
    }

    static void texts() {
        String all = "abcdefghijklmnopqrstuvwxyz";
        int equal = 0, order = 0;
        for (int n = 0; n <= 26; n++) {
            String s = all.substring(0, n), same = new StringBuilder(s).toString();
            if (s.equals(same) && s.hashCode() == same.hashCode()) equal++;
            for (int i = 0; i < n; i++) {
                String other = s.substring(0, i) + '~' + s.substring(i + 1);
                if (s.equals(other)) equal += 100;
                order = order * 31 + s.compareTo(other);
            }
            order += s.compareTo(all);
        }
        System.out.println(equal + " " + order);
        Object none = null;
        String nothing = null;
        char[] wide = { 'Ω' };
        System.out.println(none + "|" + nothing + '|' + 1.5f + -0.0 + 1e300 + true + (byte) -7 + (short) 300 + Long.MIN_VALUE + 'é' + "ä" + "");
        System.out.println("" + wide[0] + 1 + "é" + 2.5 + none + "Ω");
        for (long d = 1; d > 0; d *= 10) System.out.print((d - 1) + " " + -d + ";");
        System.out.println();
    }

    static void streams() {
        StringBuilder seen = new StringBuilder();
        List<String> words = List.of("one", "three", "five", "eleven", "five", "two");
        int sum = words.stream().peek(w -> seen.append(w.charAt(0))).filter(w -> w.length() > 3).peek(w -> seen.append('+')).mapToInt(String::length).sum();
        System.out.println(sum + " " + seen);
        seen.setLength(0);
        System.out.println(words.stream().peek(w -> seen.append(w.charAt(0))).filter(w -> w.length() > 3).limit(2).collect(Collectors.toList()) + " " + seen);
        seen.setLength(0);
        System.out.println(words.stream().distinct().peek(w -> seen.append(w.charAt(0))).reduce((a, b) -> a + b).get() + " " + seen);
        System.out.println(words.stream().flatMap(w -> w.chars().mapToObj(c -> (char) c).filter(Character::isLetter).skip(2)).map(String::valueOf).collect(Collectors.joining()));
        System.out.println(IntStream.range(0, 10).filter(i -> i % 3 == 0).mapToObj(i -> "i" + i).toList());
        System.out.println(IntStream.rangeClosed(1, 5).asLongStream().map(v -> v * v).boxed().collect(Collectors.toList()));
        System.out.println(Arrays.toString(DoubleStream.of(1, 2.5, 4).map(v -> v * 2).filter(v -> v > 3).toArray()));
        System.out.println(IntStream.of(3, 1, 2).sorted().mapToLong(v -> v).summaryStatistics());
        System.out.println(IntStream.iterate(1, v -> v * 2).limit(20).average().getAsDouble() + " " + LongStream.range(0, 100).reduce(0, Long::sum));
        System.out.println(Stream.of(1, 2, 3).filter(v -> v > 1).reduce(Integer::sum).get() + " " + Stream.of("a", "b").reduce(0, (n, w) -> n + w.length(), Integer::sum));
        Iterator<Integer> rest = Stream.of(1, 2, 3, 4).filter(v -> v % 2 == 0).iterator();
        rest.hasNext();
        rest.forEachRemaining(v -> System.out.print(v + " "));
        System.out.println(words.stream().filter(w -> w.length() > 3).count());
        try {
            words.stream().map(w -> w.charAt(3)).forEach(c -> System.out.print(c));
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println("too short");
        }
    }

    public static void main(String[] args) {
        buckets();
        sorts();
        texts();
        streams();
    }
}
