import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** References that are looked at where they are, while what is called meanwhile stores others: or these. */
public class LookedAtInPlace {
    interface Named {
        String name();
    }

    static class Part implements Named {
        final String name;
        Part next;
        Part owner;
        Part child;
        int uses;

        Part(String name) { this.name = name; }

        public String name() { return name; }
        Part getNext() { return next; }
        Part getChild() { return child; }
        void setNext(Part p) { next = p; }

        /** Lets the only reference to itself go. */
        String leave() {
            owner.child = null;
            churn();
            return name + uses;
        }

        String leaveQuietly(int times) {
            uses += times;
            return name + uses;
        }
    }

    static class SubPart extends Part {
        SubPart(String name) { super(name); }
    }

    static Part head;
    static String text = "static text";
    String own = "own text";
    Part[] parts = new Part[4];
    static int churned;

    /** Memory that was given back is used again. */
    static void churn() {
        for (int i = 0; i < 50; i++) {
            Part p = new Part("new" + i);
            p.uses = -1000;
            churned += p.uses;
        }
    }

    static Part chain(int n) {
        Part first = null;
        for (int i = n; i > 0; i--) {
            Part p = new Part("p" + i);
            p.setNext(first);
            first = p;
        }
        return first;
    }

    static String useAndDrop(Part holder, Part p) {
        holder.child = null;
        churn();
        return p.name + p.uses;
    }

    static String useAndDropHead(Part p) {
        head = null;
        churn();
        return p.name;
    }

    void replace(int i) {
        parts[i] = new SubPart("replaced");
        churn();
    }

    static void through(Object[] any, Named[] named) {
        any[0] = new SubPart("through objects");
        if (named != null) named[1] = new SubPart("through an interface");
        churn();
    }

    void ways() {
        head = chain(4);
        StringBuilder b = new StringBuilder();
        for (Part p = head; p != null; p = p.next) {
            p.uses++;
            if (p.name.equals("p2")) {
                head = chain(1);
                churn();
            }
            b.append(p.name).append(p.uses).append(' ');
        }
        for (Part p = head; p != null; p = p.getNext()) b.append(p.name);
        System.out.println(b);

        Part holder = new Part("holder");
        holder.child = new Part("child");
        holder.child.owner = holder;
        System.out.println(holder.getChild().leaveQuietly(2) + " " + holder.child.leaveQuietly(3));
        System.out.println(holder.getChild().leave() + " " + holder.child);
        holder.child = new Part("second");
        System.out.println(useAndDrop(holder, holder.child) + " " + holder.child);
        holder.child = new Part("third");
        System.out.println(useAndDrop(holder, holder.getChild()) + " " + holder.getChild());
        System.out.println(useAndDropHead(head) + " " + head);

        for (int i = 0; i < parts.length; i++) parts[i] = new SubPart("part" + i);
        Part first = parts[0], second = parts[1];
        replace(0);
        System.out.println(first.name + " " + parts[0].name);
        SubPart[] subs = { new SubPart("sub0"), new SubPart("sub1") };
        SubPart sub0 = subs[0];
        Part sub1 = subs[1];
        through(subs, subs);
        System.out.println(sub0.name + " " + sub1.name + " " + subs[0].name + " " + subs[1].name + " " + second.name);
        for (Part p : parts) {
            replace(2);
            System.out.print(p.name + " ");
        }
        System.out.println();
    }

    static void nulls() {
        Part p = new Part("p");
        try {
            System.out.println(p.getNext().getNext());
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(p.getChild().name);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Part none = p.child;
            System.out.println(none.getNext() == null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage() != null);
        }
    }

    void change(int i) {
        if (i == 2) {
            own = "OWN";
            text = "STATIC";
            churn();
        }
    }

    void texts(String local, String missing) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < own.length(); i++) {
            b.append(own.charAt(i));
            change(i);
        }
        own = "own text again";
        for (int i = 0; i < text.length(); i++) {
            b.append(text.charAt(i));
            change(i);
        }
        for (int i = 0; i < local.length(); i++) {
            if (i == 3) local = "abcdef";
            b.append(local.charAt(i));
        }
        System.out.println(b);
        int wide = 0;
        String greek = "αβγ and more";
        for (int i = 0; i < greek.length(); i++) wide += greek.charAt(i);
        System.out.println(wide);
        try {
            for (int i = 0; i <= greek.length(); i++) wide += greek.charAt(i);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        int seen = 0;
        try {
            for (int i = 0; i < 10; i++) {
                seen++;
                wide += missing.charAt(i);
            }
        } catch (NullPointerException e) {
            System.out.println(seen + " " + (e.getMessage() != null));
        }
        try {
            for (int i = 0; i < missing.length(); i++) seen++;
        } catch (NullPointerException e) {
            System.out.println(seen);
        }
    }

    static void sorted(Object... elements) {
        Object[] copy = elements.clone();
        try {
            Arrays.sort(copy);
            System.out.println(Arrays.toString(copy));
        } catch (ClassCastException | NullPointerException e) {
            System.out.println(e.getClass().getName());
        }
    }

    @SuppressWarnings("removal")
    static void sorting() {
        sorted(3, 1, 2, -5, Integer.MIN_VALUE, Integer.MAX_VALUE);
        sorted(3L, 1L << 40, -(1L << 50), 7L);
        sorted(3L, -1L, Long.MAX_VALUE >> 40, 0L);
        sorted('z', 'a', '\u03b1', 'A');
        sorted((byte) -3, (byte) 100, (byte) 0);
        sorted(1.5, -0.0, 0.0, Double.NaN, -2.0);
        sorted("b", "a", "", "αβ", "ab", "a\u0100");
        sorted(true, false, true);
        sorted(1, "a");
        sorted("a", 1);
        sorted(2, 1L);
        sorted(2, null, 1);
        Integer one = new Integer(1), other = new Integer(1), zero = new Integer(0);
        List<Integer> list = new ArrayList<>(Arrays.asList(one, other, zero, 5, 4, 3));
        Collections.sort(list);
        System.out.println((list.get(1) == one) + " " + (list.get(2) == other) + " " + list);
        System.out.println(Objects.hash() + " " + Objects.hash(1) + " " + Objects.hash(1, "b") + " " + Objects.hash(null, 2, 3.5)
                + " " + Objects.hash('a', 2L, true, null) + " " + Objects.hash(1, 2, 3, 4, 5) + " " + Objects.hash((Object) null));
    }

    public static void main(String[] args) {
        new LookedAtInPlace().ways();
        nulls();
        new LookedAtInPlace().texts("local text", args.length > 5 ? "" : null);
        sorting();
        System.out.println(churned);
    }
}
