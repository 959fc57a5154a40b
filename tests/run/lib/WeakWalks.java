import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

/** Collections for many threads may change while one walks through them. */
public class WeakWalks {
    static void maps() {
        ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();
        for (int i = 0; i < 5; i++) map.put(i * 2, "v" + i);
        for (Integer k : map.keySet()) {
            if (k == 2) {
                map.remove(6);
                map.put(5, "new");
                map.put(4, "other");
            }
            System.out.print(k + " ");
        }
        System.out.println(map);
        // An entry is as it was when the one before it was given out.
        for (Map.Entry<Integer, String> e : map.entrySet()) {
            map.replaceAll((k, v) -> v + "!");
            System.out.print(e + " ");
        }
        System.out.println(map);
        for (Map.Entry<Integer, String> e : map.descendingMap().entrySet()) {
            map.put(-1 - e.getKey(), "below");
            System.out.print(e + " ");
            if (map.size() > 12) break;
        }
        System.out.println();
        for (Integer k : map.subMap(-4, true, 4, false).keySet()) {
            map.put(k + 1, "next");
            System.out.print(k + " ");
        }
        System.out.println(map.firstEntry() + " " + map.size());
        Iterator<String> values = map.values().iterator();
        values.next();
        values.remove();
        try {
            values.remove();
        } catch (IllegalStateException e) {
            System.out.println("once");
        }
        System.out.println(map.firstKey() + " " + map.clone().equals(map) + " " + map.clone().getClass());
    }

    static void sets() {
        ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>(List.of("b", "d", "a"));
        for (String s : set) {
            set.add("c");
            set.remove("d");
            System.out.print(s);
        }
        System.out.println(set + " " + set.descendingSet() + " " + set.clone());
    }

    static void queues() {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1, 2, 3));
        for (Integer x : queue) {
            if (x < 5) queue.add(x + 3);
            System.out.print(x + " ");
        }
        Iterator<Integer> it = queue.iterator();
        it.next();
        it.remove();
        queue.poll();
        queue.poll();
        System.out.println(queue + " " + it.next() + " " + it.next() + " " + queue.contains(5) + " " + queue.equals(new ConcurrentLinkedQueue<>(queue)));
        System.out.println(queue.remove(6) + " " + queue.remove((Object) 99) + " " + queue.size() + " " + queue.peek() + " " + queue.element());
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>(List.of(1, 2, 3));
        for (Integer x : deque) {
            if (x == 1) {
                deque.removeLast();
                deque.addFirst(0);
                deque.addLast(9);
            }
            System.out.print(x + " ");
        }
        System.out.println(deque);
        for (Iterator<Integer> down = deque.descendingIterator(); down.hasNext();) {
            int x = down.next();
            if (x == 2) down.remove();
            deque.pollFirst();
            System.out.print(x + " ");
        }
        System.out.println(deque + " " + deque.removeLastOccurrence(9) + " " + deque.peekFirst() + " " + deque.pollLast());
        try {
            deque.pop();
        } catch (NoSuchElementException e) {
            System.out.println("empty");
        }
        try {
            deque.add(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }

    public static void main(String[] args) {
        maps();
        sets();
        queues();
    }
}
