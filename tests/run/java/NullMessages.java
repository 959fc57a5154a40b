//! exit: 1
//! err: Exception in thread "main" java.lang.NullPointerException: Cannot read field "s" because "<local8>" is null
//! at: 55
import java.util.*;
/** What the messages of NullPointerExceptions call variables: without `javac -g`, by their slots. */
public class NullMessages {
  static class A { String s; A next; int[] data; A(String s, int k) { this.s = s; } int len(String p) { String q = null; return q.length() + p.length(); } }
  interface F { int f(String s); }
  enum E { X, Y; int g(String z) { return z.length(); } }
  class Inner { String w; Inner(String a, long b, String c) { System.out.println(c.length()); } }
  static int m(long a, String b, double c, String d) { return d.length(); }
  static int mw(String b) { b = null; return b.length(); }
  static void t(Runnable r) { try { r.run(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
  static void tr(String label, AutoCloseable c) throws Exception { try (c; AutoCloseable d = null) { String z = null; z.length(); } }
  public static void main(String[] args) throws Exception {
    String s = null;
    t(() -> { String x = null; x.length(); });
    t(() -> System.out.println(s.length()));
    t(() -> m(1, null, 2, null));
    t(() -> mw(""));
    t(() -> E.X.g(null));
    t(() -> new A("", 1).len(null));
    t(() -> new NullMessages().new Inner(null, 1, null));
    F f = z -> z.length();
    t(() -> f.f(null));
    for (int i = 0; i < 1; i++) { long q = i; String y = null; try { y.length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
    for (String u : new String[] {null}) { try { u.length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
    for (String u : Arrays.asList("a", null)) { try { u.length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
    List<String> list = new ArrayList<>(); list.add(null);
    for (Object u : list) { Object v = null; try { v.hashCode(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
    switch ("k") { case "k": String h = null; try { h.length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
    int[][] arr = new int[2][]; 
    try { arr[1][0] = 3; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    Object o = "str";
    if (o instanceof String p && p.length() > 1) { String k = null; try { k.length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
    try { String in = null; in.trim(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } finally { String fin = null; try { fin.trim(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
    synchronized (o) { String k = null; try { k.length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
    try { tr("x", null); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    int val = switch (s == null ? 1 : 2) { case 1 -> { String k = null; try { k.length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } yield 3; } default -> 4; };
    A a = new A("", 2);
    try { a.next.next = a; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    try { a.data[val]++; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    A n = null;
    try { n.s = ""; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    Integer boxed = null;
    try { int z = boxed; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    E en = null;
    try { switch (en) { case X: break; } } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    int[] nul = null;
    try { for (int z : nul) System.out.println(z); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    List<String> nl = null;
    try { for (String z : nl) System.out.println(z); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    try { throw (RuntimeException) o(null); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    new Object() { void go(String par) { try { par.length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } try { System.out.println(s.length()); } catch (NullPointerException e) { System.out.println(e.getMessage()); } } }.go(null);
    n.s.length();
  }
  static Object o(Object x) { return x; }
}
