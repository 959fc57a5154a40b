import java.util.*;
import java.util.function.*;

/** Own generic containers: a linked list, a binary search tree, a heap and a graph, with iterators and bounds. */
public class Containers {
    static class Chain<T> implements Iterable<T> {
        private class Link {
            T item;
            Link next;

            Link(T item, Link next) {
                this.item = item;
                this.next = next;
            }
        }

        private Link first, last;
        private int size, changes;

        @SafeVarargs Chain(T... items) { for (T t : items) add(t); }

        Chain<T> add(T t) {
            Link l = new Link(t, null);
            if (first == null) first = l;
            else last.next = l;
            last = l;
            size++;
            changes++;
            return this;
        }

        <R> Chain<R> map(Function<? super T, ? extends R> f) {
            Chain<R> r = new Chain<>();
            for (T t : this) r.add(f.apply(t));
            return r;
        }

        Chain<T> filter(Predicate<? super T> p) {
            Chain<T> r = new Chain<>();
            forEach(t -> { if (p.test(t)) r.add(t); });
            return r;
        }

        <A> A fold(A start, BiFunction<A, ? super T, A> f) {
            A a = start;
            for (T t : this) a = f.apply(a, t);
            return a;
        }

        public Iterator<T> iterator() {
            return new Iterator<T>() {
                Link at = first;
                final int seen = changes;

                public boolean hasNext() { return at != null; }

                public T next() {
                    if (seen != changes) throw new ConcurrentModificationException();
                    T t = at.item;
                    at = at.next;
                    return t;
                }
            };
        }

        @Override public String toString() {
            StringJoiner j = new StringJoiner(" -> ", "<", ">");
            for (T t : this) j.add(String.valueOf(t));
            return j.toString();
        }
    }

    static class Tree<K extends Comparable<? super K>, V> {
        private static final class Node<K, V> {
            final K key;
            V value;
            Node<K, V> left, right;

            Node(K k, V v) { key = k; value = v; }
        }

        private Node<K, V> root;
        int size;

        V put(K k, V v) {
            if (root == null) {
                root = new Node<>(k, v);
                size++;
                return null;
            }
            Node<K, V> n = root;
            while (true) {
                int c = k.compareTo(n.key);
                if (c == 0) {
                    V old = n.value;
                    n.value = v;
                    return old;
                }
                Node<K, V> next = c < 0 ? n.left : n.right;
                if (next == null) {
                    next = new Node<>(k, v);
                    if (c < 0) n.left = next;
                    else n.right = next;
                    size++;
                    return null;
                }
                n = next;
            }
        }

        int height() { return height(root); }
        private int height(Node<K, V> n) { return n == null ? 0 : 1 + Math.max(height(n.left), height(n.right)); }

        void walk(BiConsumer<? super K, ? super V> f) { walk(root, f); }

        private void walk(Node<K, V> n, BiConsumer<? super K, ? super V> f) {
            if (n == null) return;
            walk(n.left, f);
            f.accept(n.key, n.value);
            walk(n.right, f);
        }
    }

    static class MinHeap<E> {
        private Object[] items = new Object[4];
        private int n;
        private final Comparator<? super E> order;

        MinHeap(Comparator<? super E> order) { this.order = order; }

        @SuppressWarnings("unchecked") private E get(int i) { return (E) items[i]; }

        void push(E e) {
            if (n == items.length) items = Arrays.copyOf(items, n * 2);
            int i = n++;
            for (int p; i > 0 && order.compare(e, get(p = (i - 1) / 2)) < 0; i = p) items[i] = items[p];
            items[i] = e;
        }

        E pop() {
            E top = get(0), e = get(--n);
            items[n] = null;
            int i = 0, c;
            while ((c = 2 * i + 1) < n) {
                if (c + 1 < n && order.compare(get(c + 1), get(c)) < 0) c++;
                if (order.compare(e, get(c)) <= 0) break;
                items[i] = items[c];
                i = c;
            }
            items[i] = e;
            return top;
        }

        boolean isEmpty() { return n == 0; }
    }

    static <T extends Comparable<T>> T max(Iterable<? extends T> all) {
        Iterator<? extends T> it = all.iterator();
        T best = it.next();
        while (it.hasNext()) {
            T t = it.next();
            if (t.compareTo(best) > 0) best = t;
        }
        return best;
    }

    static <N> Map<N, Integer> distances(Map<N, Map<N, Integer>> graph, N from) {
        Map<N, Integer> done = new LinkedHashMap<>();
        MinHeap<Map.Entry<N, Integer>> open = new MinHeap<>(Map.Entry.comparingByValue());
        open.push(Map.entry(from, 0));
        while (!open.isEmpty()) {
            var e = open.pop();
            if (done.putIfAbsent(e.getKey(), e.getValue()) != null) continue;
            for (var edge : graph.getOrDefault(e.getKey(), Map.of()).entrySet())
                open.push(Map.entry(edge.getKey(), e.getValue() + edge.getValue()));
        }
        return done;
    }

    static double sum(Collection<? extends Number> c) {
        double s = 0;
        for (Number x : c) s += x.doubleValue();
        return s;
    }

    static <T> void fill(List<? super T> to, T t, int n) { while (n-- > 0) to.add(t); }

    public static void main(String[] args) {
        Chain<String> names = new Chain<>("Ada", "Grace", "Barbara", "Frances");
        System.out.println(names + " " + names.map(String::length) + " " + max(names) + " " + max(names.map(String::length)));
        System.out.println(names.filter(s -> s.contains("a")).fold(0, (n, s) -> n + s.length()));
        try {
            for (String s : names) if (s.startsWith("G")) names.add("Hedy");
        } catch (ConcurrentModificationException e) {
            System.out.println("changed, now " + names.size);
        }
        Tree<String, Integer> t = new Tree<>();
        for (String w : "to be or not to be that is the question".split(" ")) {
            Integer old = t.put(w, 1);
            if (old != null) t.put(w, old + 1);
        }
        StringBuilder b = new StringBuilder();
        t.walk((k, v) -> b.append(k).append(v).append(' '));
        System.out.println(b + "size " + t.size + " height " + t.height());
        Map<Character, Map<Character, Integer>> g = new HashMap<>();
        String edges = "ab7ac9af14bc10bd15cd11cf2de6ef9";
        for (String rest = edges; !rest.isEmpty(); ) {
            char u = rest.charAt(0), v = rest.charAt(1);
            int i = 2, w = 0;
            while (i < rest.length() && Character.isDigit(rest.charAt(i))) w = w * 10 + rest.charAt(i++) - '0';
            g.computeIfAbsent(u, k -> new HashMap<>()).put(v, w);
            g.computeIfAbsent(v, k -> new HashMap<>()).put(u, w);
            rest = rest.substring(i);
        }
        System.out.println(distances(g, 'a'));
        List<Number> numbers = new ArrayList<>();
        Containers.<Integer>fill(numbers, 3, 2);
        fill(numbers, 2.5, 2);
        System.out.println(numbers + " " + sum(numbers) + " " + sum(Set.of(7L)));
        MinHeap<String> h = new MinHeap<>(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        for (String s : names) h.push(s);
        while (!h.isEmpty()) System.out.print(h.pop() + " ");
        System.out.println();
    }
}
