import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

/** Lists whose iterators see what there was; enums compared through raw types; all properties. */
public class Snapshots {
    enum Size { SMALL, BIG { String extra() { return "!"; } }; String extra() { return ""; } }
    enum Other { ONE, TWO }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static String compare(Comparable a, Object b) {
        try {
            return "" + a.compareTo(b);
        } catch (ClassCastException e) {
            return "ClassCastException";
        }
    }

    public static void main(String[] args) {
        CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>(new String[] {"c", "a", "b"});
        for (String s : list) if (s.equals("a")) list.add("d");
        List<String> seen = new ArrayList<>();
        for (String s : list) {
            list.remove(s);
            seen.add(s);
        }
        System.out.println(list + " " + seen + " " + list.isEmpty());
        list.addAll(seen);
        ListIterator<String> at = list.listIterator(1);
        list.sort(null);
        list.replaceAll(s -> s + s);
        System.out.println(list + " " + at.next() + at.previous() + " " + list.addIfAbsent("aa") + list.addIfAbsent("e") + list.addAllAbsent(Arrays.asList("e", "f", "f")));
        try {
            Iterator<String> it = list.iterator();
            it.next();
            it.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println("no remove");
        }
        System.out.println(list.equals(new ArrayList<>(list)) + " " + (list.hashCode() == new ArrayList<>(list).hashCode()) + " " + list.indexOf("bb") + list.set(0, "z")
            + list.remove(1) + " " + list.subList(1, 3) + " " + list.removeIf(s -> s.length() > 1) + " " + list + " " + list.clone() + " " + list.contains("z"));
        Set<Integer> set = new CopyOnWriteArraySet<>(Arrays.asList(3, 1, 3, 2));
        for (int i : set) set.add(i * 10);
        System.out.println(set + " " + set.add(1) + set.remove(3) + set.contains(20) + set.equals(Set.of(1, 2, 10, 20, 30)) + set.size());

        System.out.println(compare(Size.SMALL, Size.BIG) + " " + compare(Size.BIG, Size.SMALL) + " " + compare(Size.SMALL, Other.TWO) + " " + compare(Size.BIG, Other.ONE) + " "
            + compare(Size.BIG, "x") + " " + Size.BIG.extra());
        TreeMap<Object, String> map = new TreeMap<>();
        map.put(Size.BIG, "big");
        try {
            map.put(Other.ONE, "one");
        } catch (ClassCastException e) {
            System.out.println("not in one order");
        }

        System.setProperty("my.own", "set");
        System.out.println(System.getProperties().getProperty("my.own") + " " + System.getProperties().getProperty("line.separator").length() + " "
            + System.getProperties().containsKey("not.there") + " " + System.getProperties().getProperty("os.name").equals(System.getProperty("os.name")));
        System.clearProperty("my.own");
        System.out.println(System.getProperties().getProperty("my.own"));
    }
}
