import java.util.*;

/** Walks through sorted maps while they lose entries, which compare no keys, and searches that go left or right by a condition. */
public class TreeWalks {
    static int compared;

    static final Comparator<Integer> COUNTING = (a, b) -> {
        compared++;
        return Integer.compare(a, b);
    };

    static final Class<?> UNREAD = TreeWalks.class;

    static final class Leaf {
        final int key;
        Leaf left, right;

        Leaf(int key) { this.key = key; }
    }

    static Leaf find(Leaf from, int key) {
        Leaf at = from;
        while (at != null && at.key != key) at = key < at.key ? at.left : at.right;
        return at;
    }

    static void add(Leaf root, int key) {
        Leaf at = root, above = null;
        while (at != null) {
            above = at;
            at = key < at.key ? at.left : at.right;
        }
        if (key < above.key) above.left = new Leaf(key);
        else above.right = new Leaf(key);
    }

    /** The one of two that is replaced by a new one while it is looked at. */
    static int replaced(Leaf root, boolean left) {
        Leaf at = left ? root.left : root.right;
        root.left = new Leaf(1);
        root.right = new Leaf(2);
        return at.key;
    }

    static int code(String s) {
        switch (s) {
            case "Aa": return 1;
            case "BB": return 2;
            case "C": return 3;
            default: return s.length();
        }
    }

    static String changed(String s) {
        switch (s) {
            case "a":
                s = "b";
            case "b":
                s += "c";
                break;
            default:
                s = null;
        }
        return s;
    }

    /** Entries that come and go by chance: a tree that is not balanced as it says loses some. */
    static void comeAndGo() {
        Random r = new Random(5);
        for (int round = 0; round < 12; round++) {
            TreeMap<Integer, Integer> m = round % 3 == 0 ? new TreeMap<>(Comparator.reverseOrder()) : new TreeMap<>();
            int range = 1 + r.nextInt(300);
            long h = 0;
            for (int i = 0; i < 1500; i++) {
                int k = r.nextInt(range);
                switch (r.nextInt(8)) {
                    case 0: case 1: case 2: case 3: h = h * 31 + Objects.hashCode(m.put(k, i)); break;
                    case 4: case 5: h = h * 31 + Objects.hashCode(m.remove(k)); break;
                    case 6: h = h * 31 + Objects.hashCode(m.floorKey(k)) - Objects.hashCode(m.higherKey(k)); break;
                    default:
                        int n = 0;
                        for (Iterator<Integer> it = m.keySet().iterator(); it.hasNext() && n < 20; n++) {
                            int x = it.next();
                            h = h * 31 + x;
                            if (n % 5 == 2 && x % 3 == 0) it.remove();
                        }
                }
            }
            System.out.print(m.size() + " " + m.hashCode() + " ");
            while (!m.isEmpty()) h = h * 31 + m.pollFirstEntry().getKey() - (m.isEmpty() ? 0 : m.pollLastEntry().getKey());
            System.out.println(h);
        }
        TreeMap<Integer, Integer> up = new TreeMap<>();
        for (int i = 0; i < 20000; i++) up.put(i, i);
        for (int i = 0; i < 20000; i += 2) up.remove(i);
        long s = up.size();
        for (int k : up.descendingKeySet()) s = s * 7 + k;
        System.out.println(s);
    }

    public static void main(String[] args) {
        comeAndGo();
        TreeMap<Integer, String> map = new TreeMap<>(COUNTING);
        for (int i = 0; i < 200; i++) map.put(i * 37 % 101, "v" + i);
        System.out.println(map.size() + " " + map);
        compared = 0;
        int sum = 0;
        for (Map.Entry<Integer, String> e : map.entrySet()) sum += e.getKey() * e.getValue().length();
        for (int k : map.keySet()) sum += k;
        for (String v : map.values()) sum += v.length();
        System.out.println(sum + " without comparing: " + compared);

        Iterator<Integer> keys = map.keySet().iterator();
        while (keys.hasNext()) if (keys.next() % 3 != 1) keys.remove();
        System.out.println(map.keySet());
        Iterator<Map.Entry<Integer, String>> entries = map.entrySet().iterator();
        entries.next();
        entries.remove();
        while (entries.hasNext()) {
            Map.Entry<Integer, String> e = entries.next();
            e.setValue(e.getValue() + "!");
            if (e.getKey() > 50) entries.remove();
        }
        System.out.println(map + " " + map.floorKey(20) + " " + map.ceilingKey(20) + " " + map.lowerKey(4) + " " + map.higherKey(49));
        try {
            for (int k : map.keySet()) if (k == 7) map.remove(10);
        } catch (ConcurrentModificationException e) {
            System.out.println("changed " + map.size());
        }
        Iterator<Integer> gone = new TreeMap<Integer, String>(map).keySet().iterator();
        while (gone.hasNext()) {
            gone.next();
            gone.remove();
        }
        TreeSet<String> words = new TreeSet<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        for (String w : "the quick brown fox jumps over the lazy dog".split(" ")) words.add(w);
        System.out.println(words + " " + words.first() + " " + words.last() + " " + words.headSet("over") + " " + words.descendingSet());
        for (Iterator<String> i = words.iterator(); i.hasNext();) if (i.next().indexOf('o') >= 0) i.remove();
        System.out.println(words);
        System.out.println(new TreeMap<Integer, Integer>().keySet().iterator().hasNext());

        Leaf root = new Leaf(50);
        for (int i = 1; i < 100; i++) if (i != 50) add(root, i * 37 % 100);
        int found = 0;
        for (int i = 0; i < 120; i++) if (find(root, i) != null) found++;
        System.out.println(found + " " + replaced(root, true) + " " + replaced(root, false) + " " + root.left.key);

        System.out.println(code("Aa") + " " + code("BB") + " " + code("C") + " " + code("none") + " " + changed("a") + " " + changed("b") + " " + changed("x"));
        try {
            code(args.length == 0 ? null : "C");
        } catch (NullPointerException e) {
            System.out.println("null");
        }

        // Keys of one hash: the bucket has a tree.
        Map<Long, Integer> grid = new HashMap<>();
        for (int i = 0; i < 4000; i++) grid.merge(((long) (i % 60) << 32) | (i / 60 % 40), i, Integer::sum);
        for (int i = 0; i < 2000; i += 3) grid.remove(((long) (i % 60) << 32) | (i / 60 % 40));
        long check = 0;
        for (Map.Entry<Long, Integer> e : grid.entrySet()) check = check * 31 + e.getKey() + e.getValue();
        System.out.println(grid.size() + " " + check);

        PriorityQueue<int[]> queue = new PriorityQueue<>((a, b) -> a[0] != b[0] ? Integer.compare(a[0], b[0]) : b[1] - a[1]);
        for (int i = 0; i < 50; i++) queue.add(new int[] { i * 7 % 11, i });
        StringBuilder order = new StringBuilder();
        while (!queue.isEmpty()) {
            int[] x = queue.poll();
            order.append(x[0]).append(':').append(x[1]).append(' ');
        }
        System.out.println(order);
    }
}
