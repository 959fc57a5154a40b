import java.util.*;
import java.util.function.*;

/** What programs do with the library: collections, boxes, strings. Each line is a name, the time of a run in nanoseconds, a check. */
public class Library {
    interface Work { long run(); }
    static String only;
    static final List<String> WORDS = words();
    static final String TEXT = String.join(" ", WORDS);

    static List<String> words() {
        List<String> l = new ArrayList<>();
        int x = 7;
        for (int i = 0; i < 5000; i++) {
            x = x * 1103515245 + 12345;
            l.add("w" + ((x >>> 10) % 700) + "ord");
        }
        return l;
    }

    static void time(String name, Work w) {
        if (only != null && !name.equals(only)) return;
        for (int i = 0; i < 12; i++) w.run();
        long[] t = new long[9];
        long check = 0;
        for (int i = 0; i < t.length; i++) {
            long s = System.nanoTime();
            check = w.run();
            t[i] = System.nanoTime() - s;
        }
        Arrays.sort(t);
        System.out.println(name + " " + t[1] + " " + check);
    }

    static long merge() {
        Map<String, Integer> m = new HashMap<>();
        for (int k = 0; k < 10; k++) for (String w : WORDS) m.merge(w, 1, Integer::sum);
        long s = 0;
        for (Map.Entry<String, Integer> e : m.entrySet()) s = s * 31 + e.getKey().hashCode() + e.getValue();
        return s;
    }

    static long getOrDefault() {
        Map<String, Integer> m = new HashMap<>();
        for (int k = 0; k < 10; k++) for (String w : WORDS) m.put(w, m.getOrDefault(w, 0) + 1);
        return m.size() + m.get("w1ord") ;
    }

    static long computeIfAbsent() {
        Map<Integer, List<Integer>> m = new HashMap<>();
        for (int i = 0; i < 50000; i++) m.computeIfAbsent(i % 1000, k -> new ArrayList<>()).add(i);
        long s = 0;
        for (List<Integer> l : m.values()) for (int x : l) s += x;
        return s;
    }

    static long listSum() {
        List<Double> l = new ArrayList<>();
        for (int i = 0; i < 50000; i++) l.add(i * 0.5);
        double s = 0;
        for (double d : l) s += d;
        for (int i = 0; i < l.size(); i++) s += l.get(i);
        return (long) s;
    }

    static long arrayDeque() {
        ArrayDeque<Integer> q = new ArrayDeque<>();
        long s = 0;
        for (int i = 0; i < 100000; i++) {
            q.addLast(i);
            if ((i & 3) == 3) { s += q.pollFirst(); s -= q.pollLast(); }
        }
        while (!q.isEmpty()) s += q.poll();
        return s;
    }

    static final class Item {
        final int key; final int id;
        Item(int key, int id) { this.key = key; this.id = id; }
    }

    static long priorityQueue() {
        PriorityQueue<Item> q = new PriorityQueue<>((a, b) -> a.key != b.key ? Integer.compare(a.key, b.key) : Integer.compare(a.id, b.id));
        int x = 1;
        long s = 0;
        for (int i = 0; i < 30000; i++) {
            x = x * 1103515245 + 12345;
            q.add(new Item(x >>> 16, i));
            if (i % 3 == 2) s = s * 31 + q.poll().id;
        }
        while (!q.isEmpty()) s = s * 31 + q.poll().id;
        return s;
    }

    static long treeMap() {
        TreeMap<Integer, Integer> m = new TreeMap<>();
        int x = 1;
        for (int i = 0; i < 20000; i++) {
            x = x * 1103515245 + 12345;
            m.put((x >>> 8) % 30000, i);
        }
        long s = 0;
        for (Map.Entry<Integer, Integer> e : m.entrySet()) s = s * 31 + e.getKey() + e.getValue();
        for (int i = 0; i < 20000; i++) { Integer f = m.floorKey(i); if (f != null) s += f; }
        return s;
    }

    static long builder() {
        long t = 0;
        for (int k = 0; k < 300; k++) {
            StringBuilder b = new StringBuilder();
            for (int i = 0; i < 100; i++) b.append((char) ('a' + i % 26)).append(i).append("xyz");
            b.reverse();
            b.insert(0, "head").insert(5, 'c');
            for (int i = 0; i < b.length(); i += 7) b.setCharAt(i, '-');
            for (int i = 0; i < b.length(); i++) t += b.charAt(i);
            t += b.toString().hashCode();
        }
        return t;
    }

    static long concat() {
        long t = 0;
        for (int i = 0; i < 30000; i++) {
            String s = "a" + i + "," + (i * 2) + "-" + (char) ('a' + i % 26);
            t += s.length() + s.charAt(3);
        }
        return t;
    }

    static long split() {
        long t = 0;
        for (int k = 0; k < 10; k++) for (String w : TEXT.split(" ")) t += w.length();
        return t;
    }

    static long substring() {
        long t = 0;
        int at = 0;
        while (true) {
            int e = TEXT.indexOf(' ', at);
            String w = e < 0 ? TEXT.substring(at) : TEXT.substring(at, e);
            t = t * 31 + w.hashCode();
            if (e < 0) break;
            at = e + 1;
        }
        return t;
    }

    static boolean palindrome(String s) {
        for (int i = 0, j = s.length() - 1; i < j; i++, j--) if (s.charAt(i) != s.charAt(j)) return false;
        return true;
    }

    static long charAt() {
        long t = 0;
        for (int i = 0; i < TEXT.length(); i++) {
            char c = TEXT.charAt(i);
            if (c >= '0' && c <= '9') t = t * 10 + c - '0';
            else if (Character.isLetter(c)) t ^= c;
        }
        for (String w : WORDS) if (palindrome(w)) t++;
        return t;
    }

    static long chars() {
        long t = 0;
        for (String w : WORDS) for (char c : w.toCharArray()) t = t * 31 + c;
        return t;
    }

    static long format() {
        long t = 0;
        for (int i = 0; i < 2000; i++) t += String.format("%d %5.2f %s|%-8s|%04x", i, i * 0.37, "abc", "z", i).hashCode();
        return t;
    }

    static long sortStrings() {
        List<String> l = new ArrayList<>(WORDS);
        Collections.sort(l);
        long t = 0;
        for (String s : l) t = t * 31 + s.length();
        return t + l.get(100).hashCode();
    }

    static long sortInts() {
        List<Integer> l = new ArrayList<>();
        int x = 3;
        for (int i = 0; i < 30000; i++) { x = x * 1103515245 + 12345; l.add(x >>> 4); }
        l.sort(Comparator.reverseOrder());
        long t = l.get(5);
        Collections.sort(l);
        return t * 31 + l.get(7);
    }

    static long sortBy() {
        List<Item> l = new ArrayList<>();
        int x = 3;
        for (int i = 0; i < 20000; i++) { x = x * 1103515245 + 12345; l.add(new Item((x >>> 4) % 5000, i)); }
        l.sort(Comparator.comparingInt((Item i) -> i.key).thenComparing((a, b) -> b.id - a.id));
        return l.get(11).id * 31L + l.get(12).id;
    }

    static long parse() {
        long t = 0;
        String[] n = new String[1000];
        for (int i = 0; i < n.length; i++) n[i] = Integer.toString(i * 7919 - 3000);
        for (int k = 0; k < 50; k++) for (String s : n) t += Integer.parseInt(s);
        for (String s : n) t += (long) Double.parseDouble(s + ".25");
        return t;
    }

    static int code(String s) {
        switch (s) {
            case "add": return 1;
            case "sub": return 2;
            case "mul": return 3;
            case "div": return 4;
            case "jump": return 5;
            default: return 0;
        }
    }

    static long stringSwitch() {
        String[] ops = { "add", "mul", "jump", "none", "div", "sub" };
        long t = 0;
        for (int i = 0; i < 300000; i++) t = t * 3 + code(ops[i % 6]);
        return t;
    }

    static long streams() {
        long t = 0;
        for (int k = 0; k < 10; k++)
            t += WORDS.stream().filter(w -> w.length() > 5).mapToInt(String::length).sum();
        return t;
    }

    static long hashSet() {
        Set<Integer> s = new HashSet<>();
        long t = 0;
        for (int i = 0; i < 100000; i++) if (!s.add((i * 31) % 5003)) t++;
        for (int x : s) t += x;
        return t;
    }

    static long linkedMap() {
        LinkedHashMap<String, Integer> m = new LinkedHashMap<>();
        for (String w : WORDS) m.put(w, w.length());
        long t = 0;
        for (String k : m.keySet()) t = t * 31 + k.length() + m.get(k);
        return t;
    }

    static long linkedList() {
        LinkedList<Integer> l = new LinkedList<>();
        long t = 0;
        for (int i = 0; i < 30000; i++) { l.add(i); if (i % 3 == 0) t += l.removeFirst(); }
        for (int x : l) t += x;
        return t;
    }

    static long equalsCompare() {
        long t = 0;
        String last = "";
        for (String w : WORDS) { if (w.equals(last)) t++; t += w.compareTo(last); last = w; }
        return t;
    }

    static long grid() {
        Map<Long, Integer> m = new HashMap<>();
        for (int i = 0; i < 40000; i++) {
            long key = ((long) (i % 200) << 32) | (i / 200 % 100);
            m.put(key, i);
        }
        long t = 0;
        for (long k : m.keySet()) t += k;
        return t + m.size();
    }

    public static void main(String[] args) {
        if (args.length > 0) only = args[0];
        time("merge", Library::merge);
        time("getOrDefault", Library::getOrDefault);
        time("computeIfAbsent", Library::computeIfAbsent);
        time("listSum", Library::listSum);
        time("arrayDeque", Library::arrayDeque);
        time("priorityQueue", Library::priorityQueue);
        time("treeMap", Library::treeMap);
        time("builder", Library::builder);
        time("concat", Library::concat);
        time("split", Library::split);
        time("substring", Library::substring);
        time("charAt", Library::charAt);
        time("chars", Library::chars);
        time("format", Library::format);
        time("sortStrings", Library::sortStrings);
        time("sortInts", Library::sortInts);
        time("sortBy", Library::sortBy);
        time("parse", Library::parse);
        time("stringSwitch", Library::stringSwitch);
        time("streams", Library::streams);
        time("hashSet", Library::hashSet);
        time("linkedMap", Library::linkedMap);
        time("linkedList", Library::linkedList);
        time("equalsCompare", Library::equalsCompare);
        time("grid", Library::grid);
    }
}
