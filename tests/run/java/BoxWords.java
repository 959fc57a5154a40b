import java.util.*;

/** Boxes keep their identity, value and class wherever they go: in fields, arrays, collections, as Object, Number, Comparable. */
public class BoxWords {
    static class Holder {
        Object any;
        Integer count;
        Long total;
        Double share;
        Holder next;
    }

    static Number widen(Object o) { return o instanceof Number ? (Number) o : null; }

    static <T extends Comparable<T>> T largest(List<T> list) {
        T best = list.get(0);
        for (T t : list) if (t.compareTo(best) > 0) best = t;
        return best;
    }

    static String describe(Object o) {
        return o == null ? "null" : o.getClass().getName() + " " + o + " " + o.hashCode();
    }

    static void identity() {
        Integer a = 127, b = 127, c = 128, d = 128, e = c;
        System.out.println((a == b) + " " + (c == d) + " " + (c == e) + " " + c.equals(d));
        Integer x = new Integer(5), y = new Integer(5), z = 5;
        System.out.println((x == y) + " " + (x == z) + " " + (z == Integer.valueOf(5)) + " " + x.equals(z));
        Object o = c;
        System.out.println((o == c) + " " + (o == (Object) d));
        Long l = 1000L, m = 1000L, n = l;
        System.out.println((l == m) + " " + (l == n) + " " + l.equals(1000) + " " + l.equals(1000L));
        Character p = 'a', q = 'a', r = '\u1234', s = '\u1234';
        System.out.println((p == q) + " " + (r == s) + " " + r.equals(s));
        Double f = 1.5, g = 1.5, h = 0.1, i = h;
        System.out.println((f == g) + " " + (h == i) + " " + f.equals(g));
        Byte t = (byte) -128, u = (byte) -128;
        Short v = (short) 300, w = (short) 300;
        System.out.println((t == u) + " " + (v == w) + " " + v.equals(w));
        IdentityHashMap<Object, String> map = new IdentityHashMap<>();
        map.put(c, "c");
        map.put(d, "d");
        map.put(e, "e");
        System.out.println(map.size() + " " + map.get(c) + " " + map.get(d));
        Integer before = c;
        c++;
        System.out.println(before + " " + c + " " + (before == e));
        for (int k = 0; k < 100000; k++) {
            Integer again = 128;
            if (again == d) System.out.println("the same");
        }
    }

    static void values() {
        Object[] all = {
            0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 0L, -1L, (long) Integer.MAX_VALUE, 1L + Integer.MAX_VALUE,
            (long) Integer.MIN_VALUE, Integer.MIN_VALUE - 1L, Long.MAX_VALUE, Long.MIN_VALUE, 0.0, -0.0, 1.5, 0.1, Double.NaN,
            Double.POSITIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, 0.0f, -0.0f, 0.1f, Float.NaN, Float.MIN_VALUE, (byte) -128,
            (byte) 127, (short) -32768, (short) 32767, 'x', '\uffff', true, false, "text", new int[0].length, null
        };
        for (Object o : all) {
            Number n = widen(o);
            System.out.println(describe(o) + (n == null ? "" : " " + n.intValue() + " " + n.longValue() + " " + n.doubleValue()));
        }
        System.out.println(Arrays.asList(all).indexOf(0.1) + " " + Arrays.asList(all).contains(-0.0f));
        System.out.println(new Double(0.0).equals(-0.0) + " " + new Double(Double.NaN).equals(Double.NaN));
        System.out.println(new Integer("77") + " " + new Long("-5000000000") + " " + new Float(0.1) + " " + new Float("2.5")
            + " " + new Double("1e300"));
    }

    static void places() {
        Holder first = new Holder();
        Holder at = first;
        for (int i = 0; i < 2000; i++) {
            at.any = i % 3 == 0 ? (Object) i : i % 3 == 1 ? (Object) (i * 0.1) : "s" + i;
            at.count = i;
            at.total = i * 3000000000L;
            at.share = i / 7.0;
            at.next = new Holder();
            at = at.next;
        }
        at.next = first; // a cycle that holds boxes
        at.count = 0;
        at.total = 0L;
        at.share = 0.0;
        long sum = 0;
        double shares = 0;
        Holder h = first;
        for (int i = 0; i < 5000; i++, h = h.next) {
            sum += h.count + h.total;
            shares += h.share;
            if (h.any instanceof Integer) sum += (Integer) h.any;
        }
        System.out.println(sum + " " + shares);
        first = null;
        h = null;
        System.gc();

        Integer[] boxes = new Integer[5];
        for (int i = 0; i < boxes.length; i++) boxes[i] = i * 1000;
        Number[] numbers = boxes;
        Comparable<?>[] comparables = boxes;
        Object[] objects = numbers;
        System.out.println(Arrays.toString(objects) + " " + comparables.length + " " + (objects[1] == boxes[1]));
        try {
            numbers[0] = 1.5;
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object o = 'c';
            System.out.println((Integer) o);
        } catch (ClassCastException e) {
            System.out.println("no Integer");
        }
        try {
            Integer none = boxes.clone()[0] == 0 ? null : 1;
            int i = none;
            System.out.println(i);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        System.out.println(largest(Arrays.asList(3, 900, 41)) + " " + largest(Arrays.asList('q', 'z', 'b'))
            + " " + largest(Arrays.asList(0.25, -7.5, 0.1)) + " " + largest(Arrays.asList(1L << 40, 5L)));
    }

    static void collections() {
        Map<Object, Object> map = new HashMap<>();
        for (int i = -300; i < 300; i++) {
            map.put(i, i * 2L);
            map.put((long) i << 33, (char) (i & 0xffff));
            map.put(i / 8.0, i);
            map.put((short) i, (byte) i);
        }
        long sum = 0;
        for (Map.Entry<Object, Object> e : map.entrySet()) {
            sum += e.getKey().hashCode() ^ (e.getValue() instanceof Number ? ((Number) e.getValue()).intValue() : 7);
        }
        System.out.println(map.size() + " " + sum + " " + map.get(-300) + " " + map.get(1.5) + " " + map.get((short) 9));
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 3000; i++) list.add((i * 7919) % 3001);
        Collections.sort(list);
        list.remove(Integer.valueOf(1500));
        list.remove(0);
        System.out.println(list.size() + " " + list.get(0) + " " + list.indexOf(2999) + " " + list.contains(1500));
        TreeSet<Long> set = new TreeSet<>();
        for (long i = 0; i < 50; i++) set.add(i * i * 100000007L % 65537 - 30000);
        System.out.println(set.first() + " " + set.last() + " " + set.ceiling(0L));
        Deque<Object> queue = new ArrayDeque<>();
        for (int i = 0; i < 100; i++) {
            queue.add(i);
            queue.add(i + 0.1);
            if (i % 3 == 0) queue.poll();
        }
        double total = 0;
        for (Object o : queue) total += ((Number) o).doubleValue();
        System.out.println(queue.size() + " " + total);
        Hashtable<String, Integer> table = new Hashtable<>();
        table.put("a", new Integer(3));
        Object lock = table.get("a");
        synchronized (lock) {
            System.out.println(String.format("%d %s %c %.2f", lock, lock, 'c', 0.125));
        }
    }

    public static void main(String[] args) {
        identity();
        values();
        places();
        collections();
    }
}
