import java.util.*;
import java.util.function.*;
/** The same of more statements, lambdas, constructors and initialisers. */
public class NullMessagesToo {
  static void p(NullPointerException e) { System.out.println(e.getMessage()); }
  record R(String a, int b) { R { try { a.length(); } catch (NullPointerException e) { p(e); } } int l() { return a.length(); } }
  static class Base { String f; int[] xs; Base next; static Base root; }
  interface Shape { double area(Base b); }
  static <T extends Comparable<T>> int cmp(T x, T y) { return x.compareTo(y); }
  static void varargs(String... v) { v[0].length(); }
  final String field = null;
  void inst(int a, String[] b, long c) {
    try { b[2].trim(); } catch (NullPointerException e) { p(e); }
    try { b = null; b[0] = ""; } catch (NullPointerException e) { p(e); }
    try { field.length(); } catch (NullPointerException e) { p(e); }
    try { this.field.length(); } catch (NullPointerException e) { p(e); }
    do { String w = null; try { w.trim(); } catch (NullPointerException e) { p(e); } } while (false);
    int k = 0;
    while (k++ < 1) { double d = 0; String w = null; try { w.trim(); } catch (NullPointerException e) { p(e); } }
    lab: { String w = null; try { w.trim(); } catch (NullPointerException e) { p(e); } break lab; }
    if (a > 0) { String w1 = null; } else { long z = 1; String w2 = null; try { w2.trim(); } catch (NullPointerException e) { p(e); } }
    String after = null;
    try { after.trim(); } catch (NullPointerException e) { p(e); }
    Object o = after;
    if (!(o instanceof Integer i)) { String q = null; try { q.trim(); } catch (NullPointerException e) { p(e); } return; }
    System.out.println(i);
  }
  NullMessagesToo() { String z = null; try { z.length(); } catch (NullPointerException e) { p(e); } }
  NullMessagesToo(String q) { this(); try { q.length(); } catch (NullPointerException e) { p(e); } }
  { String ib = null; try { ib.length(); } catch (NullPointerException e) { p(e); } }
  static { String sb = null; try { sb.length(); } catch (NullPointerException e) { p(e); } }
  public static void main(String[] args) {
    new NullMessagesToo(null).inst(0, new String[3], 1L);
    try { new R("", 1).l(); new R(null, 2).l(); } catch (NullPointerException e) { p(e); }
    try { varargs((String) null); } catch (NullPointerException e) { p(e); }
    try { cmp(null, "a"); } catch (NullPointerException e) { p(e); }
    Base b = new Base();
    try { b.next.f.length(); } catch (NullPointerException e) { p(e); }
    try { b.xs[0] = 1; } catch (NullPointerException e) { p(e); }
    try { Base.root.f = ""; } catch (NullPointerException e) { p(e); }
    try { System.out.println(b.xs.length); } catch (NullPointerException e) { p(e); }
    Function<String, Integer> fn = String::length;
    try { fn.apply(null); } catch (NullPointerException e) { System.out.println("mref"); }
    Supplier<String> sup = () -> { String t = b.f; return t.trim(); };
    try { sup.get(); } catch (NullPointerException e) { p(e); }
    BiFunction<String, String, Integer> bf = (x, y) -> { int q = x.length(); return q + y.length() + b.f.length(); };
    try { bf.apply("", null); } catch (NullPointerException e) { p(e); }
    try { bf.apply("", ""); } catch (NullPointerException e) { p(e); }
    Map<String, Integer> m = new HashMap<>();
    try { int v = m.get("x"); } catch (NullPointerException e) { p(e); }
    try { m.get("x").toString(); } catch (NullPointerException e) { p(e); }
    for (Map.Entry<String, Integer> en : m.entrySet()) { }
    for (int i = 0, j = 1; i < 1; i++, j--) { String in = null; try { in.length(); } catch (NullPointerException e) { p(e); } }
    String[][] g = new String[2][];
    int r = 1;
    try { g[r][r - 1] = ""; } catch (NullPointerException e) { p(e); }
    try { g[0] = new String[1]; g[0][0].length(); } catch (NullPointerException e) { p(e); }
    StringBuilder sb = null;
    try { sb.append("x").append(1); } catch (NullPointerException e) { p(e); }
    char[] cs = null;
    try { cs[0]++; } catch (NullPointerException e) { p(e); }
    switch (r) { case 0: String c0 = null; case 1: String c1 = null; try { c1.length(); } catch (NullPointerException e) { p(e); } break; default: String c2 = null; }
    switch (r) { case 1 -> { String c1 = null; try { c1.length(); } catch (NullPointerException e) { p(e); } } default -> { } }
    try { throw null; } catch (NullPointerException e) { p(e); }
    Runnable rr = () -> { for (String s : new String[1]) { s.length(); } };
    try { rr.run(); } catch (NullPointerException e) { p(e); }
    Iterator<String> it = null;
    try { while (it.hasNext()) { } } catch (NullPointerException e) { p(e); }
    Object o = null;
    try { ((String) o).length(); } catch (NullPointerException e) { p(e); }
    try { o.getClass(); } catch (NullPointerException e) { p(e); }
    List<Integer> li = new ArrayList<>(); li.add(null);
    try { int sum = 0; for (int q : li) sum += q; } catch (NullPointerException e) { p(e); }
    try { Integer w = null; w++; } catch (NullPointerException e) { p(e); }
    try { boolean z = (Boolean) null; } catch (NullPointerException e) { p(e); }
    long big = 1; String last = null;
    try { last.length(); } catch (NullPointerException e) { p(e); }
  }
}
