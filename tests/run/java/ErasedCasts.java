import java.util.*;
public class ErasedCasts {
    static <T> T[] arr(T... a) { return a; }
    static void t(Runnable r) { try { r.run(); } catch (ClassCastException e) { System.out.println("CCE"); } }
    @SuppressWarnings({"unchecked","rawtypes"})
    public static void main(String[] args) {
        List li = new ArrayList(); li.add("s"); List<Integer> ints = li; List<StringBuilder> sbs = li; List<Number> ns = li;
        t(() -> System.out.println("" + ints.get(0)));
        t(() -> System.out.println("" + sbs.get(0)));
        t(() -> System.out.println(ns.get(0) + "x"));
        t(() -> { String s = ""; s += sbs.get(0); System.out.println(s); });
        t(() -> { Object o = ints.get(0); System.out.println(o); });
        t(() -> System.out.println(ints.get(0) instanceof Integer));
        t(() -> System.out.println(ints.get(0) == (Object) "s"));
        t(() -> System.out.println((Object) ints.get(0)));
        t(() -> System.out.println(ints.get(0).hashCode()));
        t(() -> System.out.println(sbs.get(0).length()));
        t(() -> { Object o = true ? ints.get(0) : "x"; System.out.println(o); });
        t(() -> { for (Object o : sbs) System.out.println(o); });
        t(() -> { for (StringBuilder o : sbs) System.out.println(o); });
        t(() -> { var v = sbs.get(0); System.out.println(v); });
        t(() -> { Object[] oa = { sbs.get(0) }; System.out.println(oa[0]); });
        t(() -> System.out.println(Objects.hash(sbs.get(0))));
        t(() -> System.out.printf("%s%n", sbs.get(0)));
        t(() -> { synchronized (sbs.get(0)) { System.out.println("sync"); } });
        t(() -> System.out.println(Optional.of(sbs.get(0)).isPresent()));
        t(() -> sbs.get(0));
        t(() -> System.out.println(arr(sbs.get(0)).length));
        String[] sa = arr("a", "b"); System.out.println(sa.getClass() + " " + sa.length);
        Object[] oa = arr("a", 1); System.out.println(oa.getClass());
        System.out.println(arr(1, 2).getClass() + " " + arr().getClass() + " " + arr(1, 2.0).length);
        Integer[] none = arr(); System.out.println(none.length + " " + none.getClass());
        System.out.println(Arrays.asList("a", "b").toArray().getClass() + " " + Arrays.asList(1).toArray(new Integer[0]).getClass());
        List<Object> lo = Arrays.asList("a", "b"); lo.set(0, 4); System.out.println(lo);
        takes(Arrays.asList("a", "b")); 
        System.out.println(String.join("-", arr("x", "y")));
    }
    static void takes(List<Object> l) { l.set(0, 4); System.out.println(l); }
}
