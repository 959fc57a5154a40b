import java.util.*;

/** Plain Java: one instance of each method. */
class ObjectInstances {
    static class Merge {
        public Map<Integer, Integer> combine(List<Map<Integer, Integer>> parts) {
            Map<Integer, Integer> all = new TreeMap<>();
            for (Map<Integer, Integer> m : parts) for (Map.Entry<Integer, Integer> e : m.entrySet()) all.merge(e.getKey(), e.getValue(), Integer::sum);
            return all;
        }
    }

    static class Join<T> {
        public List<T> combine(List<List<T>> parts) {
            List<T> all = new ArrayList<>();
            for (List<T> p : parts) all.addAll(p);
            return all;
        }
    }

    static class Stats {
        long sum;
        int count;
        double least = 1e300;
        List<String> names = new ArrayList<>();
        Stats other;
        void add(double x, int i) {
            sum += (long) x;
            count++;
            if (x < least) least = x;
            if (i % 5000 == 0) names.add("at " + i);
            other = this;
        }
    }

    static class Together {
        public Stats combine(List<Stats> parts) {
            Stats s = new Stats();
            for (Stats p : parts) { s.sum += p.sum; s.count += p.count; s.least = Math.min(s.least, p.least); s.names.addAll(p.names); }
            return s;
        }
    }

    static class Texts {
        public String combine(List<String> parts) { return String.join("", parts); }
    }

    static Map<Integer, Integer> histogram(int[] a) {
        Map<Integer, Integer> m = new HashMap<>();
        for (int i = 0; i < a.length; i++) m.merge(a[i] % 10, 1, Integer::sum);
        return m;
    }

    static List<Long> primes(int[] a, String name, long base) {
        List<Long> found = new ArrayList<>();
        for (int i = 0; i < a.length; i++) {
            boolean prime = a[i] > 1;
            for (int d = 2; d * d <= a[i] && prime; d++) prime = a[i] % d != 0;
            if (prime) found.add(base + a[i] + name.length());
        }
        return found;
    }

    static Stats stats(double[] a) {
        Stats s = new Stats();
        for (int i = 0; i < a.length; i++) s.add(a[i], i);
        return s;
    }

    static List<Integer> rows(int[][] m, int least) {
        List<Integer> sums = new LinkedList<>();
        for (int i = 0; i < m.length; i++) {
            int s = 0;
            for (int x : m[i]) s += x * x % 7;
            if (s > least) sums.add(s);
        }
        return sums;
    }

    static String text(char[] a, String between) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < a.length; i++) if (a[i] % 3 == 0) b.append(a[i]).append(between);
        return b.toString();
    }

    /** The array itself is in the results. */
    static List<int[]> same(int[] a) {
        List<int[]> l = new ArrayList<>();
        for (int i = 0; i < a.length; i++) if (a[i] % 1000 == 7 && Integer.toString(a[i]).length() > 2) l.add(a);
        return l;
    }

    static List<Integer> failing(int[] a) {
        List<Integer> l = new ArrayList<>();
        for (int i = 0; i < a.length; i++) l.add(1000 / (a[i] - 5) + Integer.toString(i).length());
        return l;
    }

    int factor = 3;
    List<Integer> own(int[] a) {
        List<Integer> l = new ArrayList<>();
        for (int i = 0; i < a.length; i++) if (a[i] % 100 == 0) l.add(a[i] * factor);
        return l;
    }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 40, 1000, 60000}) {
            int[] a = new int[n];
            double[] d = new double[n];
            char[] c = new char[n];
            for (int i = 0; i < n; i++) { a[i] = i * 7 % 10009; d[i] = i * 13 % 1013 + 0.5; c[i] = (char) ('a' + i % 26); }
            System.out.println(n + " " + new Merge().combine(List.of(histogram(a))));
            List<Long> p = primes(a, "abcd", 1L << 40);
            long h = 0;
            for (long x : p) h = h * 31 + x;
            System.out.println(p.size() + " " + h);
            Stats s = stats(d);
            System.out.println(s.sum + " " + s.count + " " + s.least + " " + s.names);
            int[][] m = new int[n][3];
            for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) m[i][j] = i + j;
            System.out.println(rows(m, 8).size() + " " + text(c, "-").hashCode());
            boolean all = true;
            for (int[] x : same(a)) all &= x == a;
            System.out.println(all + " " + same(a).size() + " " + new ObjectInstances().own(a).size());
        }
        int[] bad = new int[50000];
        bad[40000] = 5;
        try { System.out.println(failing(bad).size()); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        bad[40000] = 4;
        System.out.println(failing(bad).get(40000) + " " + failing(bad).size());
    }
}
