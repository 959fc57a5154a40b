import java.util.*;

/** Sets of constants, maps by identity, properties, and a vector's room. */
public class EnumSets {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    static <E extends Enum<E>> int count(Class<E> type) { return EnumSet.allOf(type).size(); }

    public static void main(String[] args) throws Exception {
        EnumSet<Day> weekend = EnumSet.of(Day.SUN, Day.SAT);
        System.out.println(weekend + " " + EnumSet.complementOf(weekend) + " " + EnumSet.range(Day.TUE, Day.THU));
        EnumSet<Day> none = EnumSet.noneOf(Day.class);
        System.out.println(none.add(Day.WED) + " " + none.add(Day.WED) + " " + none + none.contains(Day.MON) + count(Day.class));
        EnumSet<Day> copy = EnumSet.copyOf(weekend);
        copy.removeIf(d -> d == Day.SAT);
        System.out.println(copy + " " + weekend + " " + copy.equals(Set.of(Day.SUN)) + " " + weekend.containsAll(copy));
        Iterator<Day> it = weekend.iterator();
        it.next();
        it.remove();
        System.out.println(weekend);

        String a = new String("k"), b = new String("k");
        IdentityHashMap<String, Integer> ids = new IdentityHashMap<>();
        ids.put(a, 1);
        ids.put(b, 2);
        System.out.println(ids.size() + " " + ids.put(a, 3) + " " + ids.get(a) + ids.get("other") + ids.remove(b) + ids);

        Properties p = new Properties();
        p.load(new java.io.StringReader("# comment\nname = one\\\n  two\nother\\ key:\\u0041\n! more\nempty\n"));
        System.out.println(p.getProperty("name") + "|" + p.getProperty("other key") + "|" + p.getProperty("empty") + "|" + p.getProperty("x", "y"));
        p.setProperty("name", "again");
        System.out.println(p.size() + " " + new Properties(p).getProperty("name"));

        Vector<String> v = new Vector<>(2, 3);
        for (String s : "a b c".split(" ")) v.addElement(s);
        System.out.println(v.capacity() + " " + new Vector<String>().capacity());
        v.setSize(5);
        System.out.println(v + " " + v.indexOf("c", 1) + v.lastIndexOf("a", 3));
        v.setSize(1);
        System.out.println(v);

        System.out.println(new Random(42).ints().limit(2).sum() + " " + new Random(3).doubles().limit(2).sum());
        System.out.println(new Random(3).longs().limit(2).sum() + " " + new Random(5).ints(3, 5, 9).sum());
        System.out.println(new Random(3).doubles(2, 1, 5).sum() + " " + new Random(5).longs(3, 5, 90000000000L).sum());
        System.out.println(new Date(0L) + " " + new Date(951782400000L).before(new Date(951782400001L)));
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
        crc.update("123456789".getBytes());
        java.util.zip.Adler32 adler = new java.util.zip.Adler32();
        adler.update("Wikipedia".getBytes());
        System.out.println(Long.toHexString(crc.getValue()) + " " + Long.toHexString(adler.getValue()));
    }
}
