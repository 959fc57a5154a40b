import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;

/** A least-recently-used cache, by hand over an open hash table and a linked list, and by LinkedHashMap. */
public class LruCache<K, V> implements Iterable<LruCache.Entry<K, V>> {
    public static class Entry<K, V> {
        final K key;
        V value;
        Entry<K, V> before, after, chain;

        Entry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        @Override public String toString() { return key + "=" + value; }
    }

    private final Entry<K, V>[] table;
    private final Entry<K, V> head = new Entry<>(null, null);
    private final int capacity;
    private int size;
    int hits, misses;

    @SuppressWarnings("unchecked")
    public LruCache(int capacity) {
        if (capacity < 1) throw new IllegalArgumentException("capacity: " + capacity);
        this.capacity = capacity;
        table = (Entry<K, V>[]) new Entry[16];
        head.before = head.after = head;
    }

    private int slot(Object key) { return Objects.hashCode(key) & table.length - 1; }

    private Entry<K, V> find(K key) {
        for (Entry<K, V> e = table[slot(key)]; e != null; e = e.chain) if (Objects.equals(e.key, key)) return e;
        return null;
    }

    private void unlink(Entry<K, V> e) {
        e.before.after = e.after;
        e.after.before = e.before;
    }

    private void pushFront(Entry<K, V> e) {
        e.after = head.after;
        e.before = head;
        head.after.before = e;
        head.after = e;
    }

    public V get(K key) {
        Entry<K, V> e = find(key);
        if (e == null) {
            misses++;
            return null;
        }
        hits++;
        unlink(e);
        pushFront(e);
        return e.value;
    }

    public void put(K key, V value) {
        Entry<K, V> e = find(key);
        if (e != null) {
            e.value = value;
            unlink(e);
            pushFront(e);
            return;
        }
        if (size == capacity) remove(head.before.key);
        e = new Entry<>(key, value);
        int at = slot(key);
        e.chain = table[at];
        table[at] = e;
        pushFront(e);
        size++;
    }

    public boolean remove(K key) {
        int at = slot(key);
        Entry<K, V> previous = null;
        for (Entry<K, V> e = table[at]; e != null; previous = e, e = e.chain) {
            if (!Objects.equals(e.key, key)) continue;
            if (previous == null) table[at] = e.chain;
            else previous.chain = e.chain;
            unlink(e);
            size--;
            return true;
        }
        return false;
    }

    @Override public Iterator<Entry<K, V>> iterator() {
        return new Iterator<>() {
            private Entry<K, V> next = head.after;

            public boolean hasNext() { return next != head; }

            public Entry<K, V> next() {
                if (next == head) throw new NoSuchElementException();
                Entry<K, V> e = next;
                next = next.after;
                return e;
            }
        };
    }

    static class Bounded<A, B> extends LinkedHashMap<A, B> {
        private final int most;

        Bounded(int most) {
            super(16, 0.75f, true);
            this.most = most;
        }

        @Override protected boolean removeEldestEntry(Map.Entry<A, B> eldest) { return size() > most; }
    }

    public static void main(String[] args) {
        LruCache<Integer, String> c = new LruCache<>(5);
        Bounded<Integer, String> d = new Bounded<>(5);
        int x = 1;
        for (int i = 0; i < 500; i++) {
            x = x * 1103515245 + 12345;
            int key = (x >>> 16) % 12;
            String a = c.get(key), b = d.get(key);
            if (!Objects.equals(a, b)) throw new IllegalStateException(key + ": " + a + " " + b);
            if (a == null) {
                c.put(key, "v" + key + "@" + i);
                d.put(key, "v" + key + "@" + i);
            }
        }
        System.out.println(c.hits + " hits, " + c.misses + " misses");
        for (Entry<Integer, String> e : c) System.out.print(e + " ");
        System.out.println();
        System.out.println(d);
        System.out.println(c.remove(99) + " " + c.remove(c.head.after.key) + " " + c.size);
        LruCache<String, int[]> arrays = new LruCache<>(2);
        arrays.put(null, new int[] {1, 2, 3});
        arrays.put("two", new int[2]);
        arrays.get(null)[1] += 40;
        arrays.put("three", new int[3]);
        System.out.println(arrays.get(null)[1] + " " + (arrays.get("two") == null) + " " + arrays.get("three").length);
        Iterator<Entry<String, int[]>> it = arrays.iterator();
        it.next();
        it.next();
        try {
            it.next();
        } catch (NoSuchElementException e) {
            System.out.println("done: " + e.getMessage());
        }
        try {
            new LruCache<Object, Object>(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
