import java.util.*;
public class Collections1 {
    public static void main(String[] args) {
        List<Integer> a = new ArrayList<>();
        for (int i = 0; i < 10; i++) a.add(i * 7 % 10);
        Collections.sort(a);
        a.remove(3); a.remove(Integer.valueOf(9)); a.add(2, 42); a.set(0, -1);
        System.out.println(a + " " + a.indexOf(42) + " " + a.contains(5) + " " + a.subList(1, 4));
        Iterator<Integer> it = a.iterator();
        while (it.hasNext()) if (it.next() % 2 == 0) it.remove();
        System.out.println(a);
        try { for (Integer x : a) a.add(x); } catch (ConcurrentModificationException e) { System.out.println("modified"); }
        Deque<String> d = new ArrayDeque<>();
        d.push("a"); d.addLast("b"); d.offerFirst("c");
        System.out.println(d + " " + d.pop() + d.pollLast() + d.peek());
        LinkedList<Integer> l = new LinkedList<>(Arrays.asList(3, 1, 2));
        l.addFirst(0); l.removeLast();
        System.out.println(l);
        PriorityQueue<Integer> q = new PriorityQueue<>(Comparator.reverseOrder());
        for (int x : new int[] {3, 9, 1, 7}) q.add(x);
        while (!q.isEmpty()) System.out.print(q.poll() + " ");
        System.out.println();
        Set<String> s = new HashSet<>(List.of("delta", "alpha", "charlie", "bravo"));
        System.out.println(s + " " + new TreeSet<>(s) + " " + s.add("alpha"));
        Map<Integer, String> t = new TreeMap<>();
        for (int i = 5; i > 0; i--) t.put(i * i, "v" + i);
        System.out.println(t + " " + t.keySet() + " " + t.values());
        Map<String, List<Integer>> m = new LinkedHashMap<>();
        for (String w : "one two three four".split(" ")) m.computeIfAbsent(w.substring(0, 1), k -> new ArrayList<>()).add(w.length());
        System.out.println(m);
        int[] xs = {5, 2, 8, 1};
        Arrays.sort(xs);
        System.out.println(Arrays.toString(xs) + " " + Arrays.binarySearch(xs, 5) + " " + Arrays.equals(xs, xs.clone()) + " " + Arrays.hashCode(xs));
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, (x, y) -> y - x);
        System.out.println(Arrays.asList(boxed) + " " + Arrays.deepToString(new int[][] {{1}, {2, 3}}));
        Vector<Object> v = new Vector<>();
        v.addElement("x"); v.addElement(2);
        Hashtable<String, Integer> h = new Hashtable<>();
        h.put("k", 1);
        System.out.println(v.elementAt(1) + " " + h.get("k") + " " + v.size());
        Random r = new Random(42);
        System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextDouble() + " " + r.nextLong() + " " + r.nextBoolean() + " " + r.nextGaussian());
        try { a.get(99); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { new ArrayDeque<Integer>().pop(); } catch (NoSuchElementException e) { System.out.println("empty"); }
    }
}
