import java.util.*;
/** Recursion without an end by every way in which code calls code. */
public class StackOverflow {
    static int depth;
    static int down(int n) { depth++; return down(n + 1) + 1; }

    static class N { N next; String v; N(String v){this.v=v;}
        public String toString(){ return v + next; }
        public int hashCode(){ return 31 * Objects.hash(next) + 1; }
        public boolean equals(Object o){ return o instanceof N && Objects.equals(next, ((N) o).next); } }
    static class It implements Iterable<It> {
        public Iterator<It> iterator() { List<It> l = new ArrayList<>(); for (It i : this) l.add(i); return l.iterator(); } }
    static class C implements Comparable<C> { public int compareTo(C o) { C[] a = { this, o, this }; Arrays.sort(a); return 0; } }
    static class R implements AutoCloseable { public void close() { try (R r = new R()) { } } }
    interface F { int f(int n); }
    static F g;
    static class Init { static int depth(int n) { return new Init(n).x; } int x = depth(1); Init(int n) { } }
    static void t(String name, Runnable r) {
        try { r.run(); System.out.println(name + " ok"); } catch (StackOverflowError e) { System.out.println(name + " SOE " + e.getMessage()); }
    }
    static Object fmt(int n) { return new Object() { public String toString() { return String.format("%s", this); } }; }
    public static void main(String[] a) {
        try { System.out.println(down(0)); } catch (StackOverflowError e) { System.out.println(depth > 500 ? "overflow caught" : "too early " + depth); }
        N n = new N("a"); n.next = n;
        t("concat", () -> System.out.println(("" + n).length()));
        t("hash", () -> n.hashCode());
        N m = new N("b"); m.next = m;
        t("equals", () -> n.equals(m));
        t("iter", () -> { for (It i : new It()) System.out.println(i); });
        t("cmp", () -> new C().compareTo(new C()));
        t("close", () -> new R().close());
        g = k -> g.f(k + 1);
        t("lambda", () -> g.f(0));
        t("init", () -> Init.depth(0));
        t("fmt", () -> fmt(0).toString());
        t("builder", () -> new StringBuilder().append(n).append("x"));
        List<Object> l = new ArrayList<>(); l.add(l); 
        System.out.println(l);
        List<Object> p = new ArrayList<>(), q = new ArrayList<>(); p.add(q); q.add(p);
        t("list", () -> p.toString());
        t("listhash", () -> p.hashCode());
        Map<String,Object> mm = new HashMap<>(); Map<String,Object> m2 = new HashMap<>(); mm.put("a", m2); m2.put("a", mm);
        t("map", () -> mm.toString());
    }
}
