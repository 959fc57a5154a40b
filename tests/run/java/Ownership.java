import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** References that are moved, handed over, borrowed and dropped in every way control can flow. */
public class Ownership {
    static class Node {
        final int value;
        Node next;
        final List<Node> seen = new ArrayList<>();

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }

        Node with(Node other) {
            next = other;
            return this;
        }

        @Override
        public String toString() { return value + (next == null ? "" : ">" + next); }
    }

    interface Keeper {
        Object keep(Object o);
    }

    static class Storing implements Keeper {
        Object last;

        public Object keep(Object o) {
            Object old = last;
            last = o;
            return old;
        }
    }

    static class Looking implements Keeper {
        int looks;

        public Object keep(Object o) {
            if (o != null) looks++;
            return null;
        }
    }

    static final class Pair {
        final Object left, right;

        Pair(Object left, Object right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public String toString() { return "(" + left + ", " + right + ")"; }
    }

    static class Base {
        final Object name;

        Base(Object name) {
            this.name = name;
            describe();
        }

        void describe() { System.out.println("base " + name); }
    }

    static class Derived extends Base {
        Object own;

        Derived(Object name, Object own) {
            super(name);
            this.own = own;
            describe();
        }

        @Override
        void describe() { System.out.println("derived " + name + " " + own); }
    }

    static Node push(Node list, int v) { return new Node(v, list); }

    static Node either(boolean first, Node a, Node b) { return first ? a : b; }

    static Object pass(Object o, int depth) { return depth == 0 ? o : pass(o, depth - 1); }

    static String loops() {
        Node list = null;
        for (int i = 0; i < 5; i++) list = push(list, i);
        Node last = list;
        while (last.next != null) last = last.next;
        last.next = new Node(9, null);
        Node copy = list;
        for (int i = 0; i < 3; i++) {
            if (i == 1) continue;
            copy = new Node(10 + i, copy);
            if (i == 2) break;
        }
        do {
            copy = copy.next;
        } while (copy.value > 8);
        return list + " " + copy;
    }

    static Object reassigned(Object o) {
        Object first = o;
        o = "changed";
        return new Pair(first, o);
    }

    static Object tries(Object o, int how) {
        Object local = new Pair(o, how);
        try {
            Object inner = new Pair(local, "inner");
            if (how == 0) return inner;
            if (how == 1) throw new IllegalStateException("one");
            if (how == 2) return local;
            Object[] none = new Object[0];
            none[how] = inner;
        } catch (IllegalStateException e) {
            return new Pair(local, e.getMessage());
        } catch (ArrayIndexOutOfBoundsException e) {
            Object m = e.getMessage();
            return pass(m, 2);
        } finally {
            System.out.println("finally " + local);
        }
        return o;
    }

    static Object jumps(Object o) {
        Object held = new Pair(o, "held");
        for (int i = 0; ; i++) {
            try {
                if (i == 0) continue;
                if (i == 1) break;
            } finally {
                held = new Pair(held, i);
            }
        }
        return held;
    }

    static Object switches(int n, Object o) {
        Object out = "none";
        switch (n) {
            case 0:
                out = o;
            case 1:
                out = new Pair(out, o);
                break;
            default:
                return o;
        }
        return out;
    }

    static String patterns(Object o) {
        if (o instanceof Pair p && p.left instanceof String s) return pass(s, 1) + "/" + new Pair(p, p.right);
        Object at = o;
        int n = 0;
        while (at instanceof Node x) {
            n++;
            at = x.next;
        }
        return n + " nodes";
    }

    static Object twice(Object o) {
        List<Object> list = new ArrayList<>();
        list.add(o);
        list.add(o);
        return new Pair(list, new Pair(o, o));
    }

    static Supplier<Object> captured(Object o) {
        Object also = new Pair(o, "captured");
        return () -> new Pair(also, o);
    }

    static Object cleared(Node n) {
        Node next = n.next;
        n.next = null;
        return new Pair(next, n);
    }

    static Object[] filled(Object a, Object b) {
        Object[] out = {a, b, a};
        out[1] = out[0] = b;
        return out;
    }

    public static void main(String[] args) {
        System.out.println(loops());
        System.out.println(reassigned("o"));
        for (int how = 0; how < 4; how++) System.out.println(tries("t" + how, how));
        System.out.println(jumps(1));
        for (int i = 0; i < 3; i++) System.out.println(switches(i, "s" + i));
        System.out.println(patterns(new Pair("text", 3)) + " " + patterns(new Node(1, new Node(2, null))));
        System.out.println(twice(new Pair(1, 2)));
        Supplier<Object> s = captured("c" + args.length);
        System.out.println(s.get() + " " + s.get());
        System.out.println(cleared(new Node(1, new Node(2, null))));
        for (Object o : filled("a" + args.length, "b")) System.out.println(o);
        Storing storing = new Storing();
        Looking looking = new Looking();
        Keeper[] keepers = {storing, looking, storing};
        for (Keeper k : keepers) System.out.println(k.keep(new Pair("kept by", k.getClass().getSimpleName())));
        Object mine = new Pair("mine", storing.last);
        System.out.println(keepers[2].keep(mine) + " " + (storing.last == mine) + " " + looking.looks);
        new Derived("name" + args.length, "own");
        Node a = new Node(1, null), b = new Node(2, a);
        System.out.println(either(args.length == 0, a, b).with(either(args.length == 1, a, new Node(3, null))));
        a.seen.add(a);
        a.next = b;
        System.out.println(a.seen.get(0) == a.next.next);
        Node self = new Node(5, null);
        self = self.with(self).next.next;
        System.out.println(self.value + " " + (self == self.next));
    }
}
