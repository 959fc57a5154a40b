import java.util.*;
public class RawSupertypes {
    interface G { <T> T pick(T a, T b); }
    static class R implements G { public Object pick(Object a, Object b) { return a; } }
    interface H<X> { <T> List<T> of(X x, T t); }
    @SuppressWarnings({"rawtypes","unchecked"})
    static class S implements H { public List of(Object x, Object t) { return Arrays.asList(t); } }
    static abstract class Base<T> { abstract <U> U conv(T t, U u); }
    @SuppressWarnings({"rawtypes","unchecked"})
    static class D extends Base { Object conv(Object t, Object u) { return "conv" + t + u; } }
    record Pt(int x, int y) { Pt { if (x < 0) throw new IllegalArgumentException("neg"); } Pt(int v) { this(v, v); } static int n = 3; int sum() { return x + y; } }
    record Gen<T extends Comparable<T>>(T a, T... rest) { }
    enum E { A, B; }
    static <T> T raw(List<T> l) { return l.get(0); }
    public static void main(String[] args) {
        G g = new R(); String s = g.pick("a", "b"); System.out.println(s);
        H<String> h = new S(); System.out.println(h.of("x", 3).get(0) + 1);
        Base<Integer> b = new D(); System.out.println(b.<String>conv(1, "u"));
        System.out.println(new Pt(4).sum() + " " + new Pt(1, 2));
        System.out.println(new Gen<>("a", "b", "c").rest().length);
        E e = E.B;
        int v = switch (e) { case A -> 1; case B -> 2; };
        System.out.println(v);
        List raw = new ArrayList(); raw.add(1);
        Object o = raw(raw); System.out.println(o);
        List<String> bad = raw;
        System.out.println(bad.get(0) == null);
        Object oo = bad.get(0); System.out.println(oo);
        try { System.out.println("" + bad.get(0)); } catch (ClassCastException x) { System.out.println("CCE0"); }
        try { String st = bad.get(0); System.out.println(st); } catch (ClassCastException x) { System.out.println("CCE"); }
        try { bad.get(0).length(); } catch (ClassCastException x) { System.out.println("CCE2"); }
        bad.get(0);
        System.out.println(StrictMath.sin(1e10) + " " + StrictMath.cos(1e300) + " " + StrictMath.tan(-3.3e22) + " " + StrictMath.sin(823550.0)+ " " + StrictMath.sin(Double.MAX_VALUE)+" "+StrictMath.cos(1e22));
        for (double d = 1e6; d < 1e300; d *= 12345.678) System.out.println(StrictMath.sin(d) + " " + StrictMath.cos(d) + " " + StrictMath.tan(d));
    }
}
