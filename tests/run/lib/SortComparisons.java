import java.util.*;
public class SortComparisons {
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
