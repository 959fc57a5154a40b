// What the library says of a position or a format that is wrong.
import java.util.*;

public class OutsideMessages {
    static void t(Runnable r) {
        try { r.run(); } catch (RuntimeException e) { System.out.println(e); }
    }

    /** Lists that do not change, and the vector, which is no ArrayList. */
    static void lists() {
        for (int n = 0; n < 4; n++) {
            Integer[] v = new Integer[n];
            Arrays.fill(v, 7);
            List<Integer> l = List.of(v);
            System.out.println(l + " " + l.getClass().getName() + " " + (List.copyOf(l) == l));
            t(() -> l.get(4));
            t(() -> l.get(-1));
            t(() -> l.set(0, 1));
            t(() -> l.contains(null));
            t(() -> l.iterator().remove());
        }
        Object v = new Vector<>(List.of(3, 1, 2));
        System.out.println((v instanceof ArrayList) + " " + (v instanceof AbstractList) + " " + Arrays.asList(1).getClass().getName());
        t(() -> System.out.println((ArrayList<?>) v));
        System.out.println(v.equals(List.of(3, 1, 2)) + " " + new ArrayList<>((Vector<?>) v) + ((Vector<?>) v).clone());
    }

    /** Which of its own variables the library names. */
    static void nulls() {
        String none = null;
        t(() -> new TreeMap<String, Integer>().put(null, 1));
        t(() -> new TreeSet<>(Set.of("a")).floor(null));
        t(() -> String.join(",", (String[]) null));
        t(() -> "a".replace("a", none));
        t(() -> "a".replace(none, "a"));
        t(() -> "a".compareTo(none));
        t(() -> "a".compareToIgnoreCase(none));
        t(() -> "a".startsWith(none));
        t(() -> "a".endsWith(none));
        t(() -> "a".concat(none));
        t(() -> Double.parseDouble(none));
        t(() -> Float.parseFloat(none));
    }

    public static void main(String[] args) {
        lists();
        nulls();
        int[] x = new int[2]; long[] l = new long[2]; String[] s = new String[2]; boolean[] b = new boolean[1];
        Object[] o = s; int[][] q = new int[2][2]; t(() -> Arrays.copyOfRange(x, -1, 2));
        t(() -> Arrays.copyOfRange(x, 3, 5)); t(() -> Arrays.copyOfRange(l, -1, 2)); t(() -> Arrays.copyOfRange(s, -1, 2));
        t(() -> Arrays.copyOfRange(s, 4, 5)); t(() -> Arrays.copyOfRange(b, -1, 2)); t(() -> Arrays.copyOfRange(o, -1, 2));
        t(() -> Arrays.copyOfRange(q, -1, 2)); t(() -> Arrays.copyOfRange(x, 3, 3)); t(() -> Arrays.copyOfRange(x, 3, 1));
        t(() -> System.arraycopy(o, -1, s, 0, 1)); t(() -> System.out.println(String.format("%5")));
        t(() -> System.out.println(String.format("%"))); t(() -> System.out.println(String.format("%.2")));
        t(() -> System.out.println(String.format("a%-"))); t(() -> System.out.println(String.format("%.d", 1)));
        t(() -> System.out.println(String.format("%d %!", 1))); t(() -> System.out.println(String.format("%5$")));
        t(() -> System.out.println(String.format("100%"))); t(() -> System.out.println(String.format("100% sure")));
        t(() -> System.out.println(String.format("100%, sure"))); t(() -> new StringBuilder("ab").insert(5, "xy", 0, 1));
        t(() -> new StringBuilder("ab").insert(1, "xy", 2, 1)); t(() -> new StringBuffer("ab").insert(1, "xy", 0, 3));
        t(() -> new StringBuffer("ab").append("xy", 0, 3)); char[] c = {'p','q'};
        t(() -> new StringBuilder("ab").insert(1, c, 1, 2)); t(() -> new StringBuilder("ab").insert(9, c, 0, 1));
        Vector<Integer> v = new Vector<>(List.of(1, 2)); t(() -> v.get(-1)); t(() -> v.get(2)); t(() -> v.set(-1, 1));
        t(() -> v.set(2, 1)); t(() -> v.remove(-1)); t(() -> v.remove(5)); t(() -> v.add(7, 1)); t(() -> v.elementAt(-1));
        t(() -> v.elementAt(5)); t(() -> v.setElementAt(1, -1)); t(() -> v.setElementAt(1, 5));
        t(() -> v.removeElementAt(-1)); t(() -> v.removeElementAt(2)); t(() -> v.insertElementAt(1, 7));
        t(() -> new Vector<>().firstElement()); t(() -> new Vector<>().lastElement());
        for (String text : new String[]{"ab", "a\u0416"}) {
            t(() -> text.codePointAt(2)); t(() -> text.codePointAt(-1)); t(() -> new StringBuilder(text).codePointAt(2));
            t(() -> text.getChars(0, 2, new char[2], 1)); t(() -> text.getChars(1, 4, new char[2], 0));
        }
        t(() -> String.join(",", (List<String>) null));
    }
}
