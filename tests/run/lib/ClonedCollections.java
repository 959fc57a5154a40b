import java.util.*;
import java.util.concurrent.CopyOnWriteArrayList;

/** A subclass of a collection of the library is cloned as what it is, with fields of its own. */
public class ClonedCollections {
    static class Tags<T> extends HashSet<T> {
        int tag = 5;

        @Override
        @SuppressWarnings("unchecked")
        public Tags<T> clone() {
            return (Tags<T>) super.clone();
        }
    }

    static class Links extends LinkedHashSet<String> { }

    static class Tree extends TreeSet<String> { }

    static class Ring extends ArrayDeque<String> { }

    static class Same extends IdentityHashMap<String, String> { }

    static class Bits extends BitSet { }

    static class Names extends Properties { }

    static class Day extends Date {
        Day(long millis) {
            super(millis);
        }
    }

    static class Copied extends CopyOnWriteArrayList<Integer> { }

    static class Recent extends LinkedHashMap<String, Integer> {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> e) {
            return size() > 2;
        }
    }

    enum Side {
        LEFT, RIGHT
    }

    static class Sides extends EnumMap<Side, String> {
        Sides() {
            super(Side.class);
        }
    }

    public static void main(String[] args) {
        Tags<String> tags = new Tags<>();
        tags.add("a");
        tags.tag = 9;
        Tags<String> more = tags.clone();
        more.add("b");
        System.out.println(tags + " " + more + more.tag);
        Links links = new Links();
        links.add("u");
        links.add("a");
        Links linked = (Links) links.clone();
        linked.remove("u");
        System.out.println(links + " " + linked);
        Tree tree = new Tree();
        tree.add("k");
        Tree grown = (Tree) tree.clone();
        grown.add("b");
        System.out.println(tree + " " + grown + " " + ((TreeSet<?>) grown.headSet("c", true)).clone());
        Ring ring = new Ring();
        ring.add("k");
        Ring turned = (Ring) ring.clone();
        turned.push("j");
        System.out.println(ring + " " + turned + " " + turned.getClass());
        Same same = new Same();
        same.put("k", "v");
        Same other = (Same) same.clone();
        other.put("k", "w");
        System.out.println(same + " " + other);
        Bits bits = new Bits();
        bits.set(3);
        Bits set = (Bits) bits.clone();
        set.set(70);
        System.out.println(bits + " " + set);
        Names names = new Names();
        names.setProperty("u", "v");
        Names renamed = (Names) names.clone();
        renamed.setProperty("u", "w");
        System.out.println(names.getProperty("u") + " " + renamed.getProperty("u"));
        Day day = (Day) new Day(86400000L).clone();
        System.out.println(day.getTime() + " " + day.getClass());
        Copied copied = new Copied();
        copied.add(1);
        Copied again = (Copied) copied.clone();
        again.add(2);
        System.out.println(copied + " " + again);
        Recent recent = new Recent();
        for (int i = 0; i < 4; i++) recent.put("a" + i, i);
        Recent later = (Recent) recent.clone();
        later.put("z", 1);
        System.out.println(recent + " " + later);
        Sides sides = new Sides();
        sides.put(Side.RIGHT, "r");
        Sides both = (Sides) sides.clone();
        both.put(Side.LEFT, "l");
        System.out.println(sides + " " + both);
        Calendar noon = new GregorianCalendar(2020, Calendar.MARCH, 1, 12, 0);
        Calendar night = (Calendar) noon.clone();
        night.set(Calendar.HOUR_OF_DAY, 23);
        System.out.println(noon.get(Calendar.HOUR_OF_DAY) + " " + night.get(Calendar.HOUR_OF_DAY) + " " + night.getClass());
    }
}
