/** References that are read and overwritten at once: lists, queues, rotations, with cycles, aliases and exceptions on the way. */
public class MovedFields {
    static class Node {
        Node left, right;
        Node next;
        final int value;

        Node(int value) { this.value = value; }

        Node(int value, Node next) {
            this(value);
            this.next = next;
        }

        public String toString() {
            StringBuilder b = new StringBuilder();
            int n = 0;
            for (Node at = this; at != null && n < 8; at = at.next, n++) b.append(at.value).append(' ');
            return b.toString().trim();
        }
    }

    static class Queue {
        Node first, last;
        int size;

        void add(Node n) {
            n.next = null;
            if (last == null) first = n;
            else last.next = n;
            last = n;
            size++;
        }

        Node poll() {
            Node n = first;
            if (n != null) {
                first = n.next;
                if (first == null) last = null;
                n.next = null;
                size--;
            }
            return n;
        }

        /** Throws where the queue is empty; the queue stays as it is. */
        int pop() {
            Node n = first;
            first = n.next;
            size--;
            return n.value;
        }

        Node replace(Node n) {
            Node old = first;
            first = n;
            return old;
        }

        Node rest() {
            Node n = first;
            first = other().next;
            return n;
        }

        Node other() { return first; }
    }

    static Node reverse(Node list) {
        Node done = null;
        Node at = list;
        while (at != null) {
            Node next = at.next;
            at.next = done;
            done = at;
            at = next;
        }
        return done;
    }

    static Node rightward(Node n) {
        Node l = n.left;
        n.left = l.right;
        l.right = n;
        return l;
    }

    static Node leftward(Node n) {
        Node r = n.right;
        n.right = r.left;
        r.left = n;
        return r;
    }

    static int sum(Node n) { return n == null ? 0 : n.value + 3 * sum(n.left) + 7 * sum(n.right); }

    static void exchange(Node a, Node b) {
        Node t = a.next;
        a.next = b.next;
        b.next = t;
    }

    static Node detach(Node n) {
        Node old = n.next;
        n.next = n;
        return old;
    }

    static Node insertBehind(Node at, Node n) {
        n.next = at.next;
        at.next = n;
        return at;
    }

    static Node build(int from, int to) {
        if (from > to) return null;
        int middle = (from + to) / 2;
        Node n = new Node(middle);
        n.left = build(from, middle - 1);
        n.right = build(middle + 1, to);
        return n;
    }

    public static void main(String[] args) {
        System.out.println(reverse(new Node(1, new Node(2, new Node(3)))) + " " + reverse(null));
        Queue q = new Queue();
        for (int i = 0; i < 5; i++) q.add(new Node(i));
        System.out.println(q.poll() + " " + q.first + " " + q.size + " " + q.pop() + " " + q.first);
        System.out.println(q.replace(new Node(9)) + " " + q.first);
        System.out.println(q.rest() + " " + q.first);
        try {
            q.pop();
        } catch (NullPointerException e) {
            System.out.println("empty " + q.first + " " + q.size);
        }
        System.out.println(q.poll() + " " + q.size);

        Node root = build(1, 15);
        int before = sum(root);
        Node up = rightward(root);
        System.out.println(up.value + " " + sum(up) + " " + before + " " + sum(leftward(up)));
        Node lone = new Node(4);
        try {
            rightward(lone);
        } catch (NullPointerException e) {
            System.out.println("no left " + lone.left + " " + lone.right);
        }
        try {
            leftward(null);
        } catch (NullPointerException e) {
            System.out.println("no node");
        }

        Node a = new Node(1, new Node(2)), b = new Node(3, new Node(4));
        exchange(a, b);
        System.out.println(a + ", " + b);
        exchange(a, a);
        System.out.println(a);
        exchange(a, a.next);
        System.out.println(a + ", " + b);
        try {
            exchange(b, null);
        } catch (NullPointerException e) {
            System.out.println("kept " + b);
        }

        Node ring = new Node(7);
        ring.next = ring;
        Node r = reverse(ring);
        System.out.println((r == ring) + " " + r.next + " " + detach(ring) + " " + (ring.next == ring));
        System.out.println(detach(ring) == ring);
        System.out.println(insertBehind(ring, new Node(8)) + " | " + insertBehind(new Node(5, new Node(6)), new Node(0)));

        long total = 0;
        for (int round = 0; round < 300; round++) {
            Queue circle = new Queue();
            for (int i = 0; i < 50; i++) circle.add(new Node(i + round));
            for (int i = 0; i < 500; i++) {
                Node n = circle.poll();
                total = total * 31 + n.value;
                n.left = circle.last; // cycles that only the collector finds
                n.right = n;
                circle.add(n);
            }
        }
        System.out.println(total);
        Line.main();
    }

    /** A queue whose links change a few statements after they were read. */
    static class Line {
        Item first, last, seen;
        int size, taken;

        static class Item {
            Item next;
            final int value;

            Item(int value) { this.value = value; }
        }

        void add(int value) {
            Item i = new Item(value);
            if (last == null) first = i;
            else last.next = i;
            last = i;
            size++;
        }

        Item poll() {
            Item p = first;
            if (p != null) {
                first = p.next;
                taken += size--;
                if (first == null) last = null;
                p.next = null;
            }
            return p;
        }

        /** The link is read again before it changes. */
        Item pollSeen() {
            Item p = first;
            first = p.next;
            size--;
            seen = p.next;
            p.next = null;
            return p;
        }

        /** What throws leaves the link. */
        Item pollBy(int d) {
            Item p = first;
            first = p.next;
            size = size / d;
            p.next = null;
            return p;
        }

        static void main() {
            Line l = new Line();
            for (int i = 0; i < 6; i++) l.add(i);
            Item a = l.poll(), b = l.pollSeen(), c = l.first;
            System.out.println(a.value + " " + (a.next == null) + " " + b.value + " " + (b.next == null) + " " + l.seen.value + " " + l.size);
            try {
                l.pollBy(0);
            } catch (ArithmeticException e) {
                System.out.println(e.getMessage() + " " + (c.next == l.first) + " " + l.first.value);
            }
            Item d = l.pollBy(1);
            System.out.println(d.value + " " + (d.next == null) + " " + c.next.value + " " + l.poll().value + l.poll().value + l.poll() + " " + l.taken + (l.last == null));
        }
    }
}
