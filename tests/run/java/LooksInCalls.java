// What a call is given need not be counted where nobody looks at it once the call has stored something there; where somebody does,
// it must be. Each case overwrites the place that a receiver or an argument was read from.
public class LooksInCalls {
    static final class Node {
        int value;
        Node left, right, next;
        final String name;

        Node(int value) {
            this.value = value;
            name = "n" + value;
        }

        void insert(int n) {
            if (n < value) {
                if (left == null) left = new Node(n);
                else left.insert(n);
            } else if (right == null) {
                right = new Node(n);
            } else {
                right.insert(n);
            }
        }

        int sum() {
            return value + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum());
        }

        // The receiver stands in `owner.left`, and goes while it runs.
        String leave(Node owner) {
            owner.left = null;
            churn();
            return name + value;
        }

        void cut(Node owner) {
            owner.left = null;
            churn();
        }

        // Looks at itself behind a call that stores where it stands.
        String through(Node owner) {
            cut(owner);
            return name;
        }

        Node self() {
            return this;
        }

        Node swapped(Node other) {
            next = other;
            return this;
        }
    }

    static Node root;

    // What was freed is given out again.
    static void churn() {
        for (int i = 0; i < 4; i++) {
            Node n = new Node(-1);
            n.next = new Node(-2);
        }
    }

    static void insert(int n, Node t) {
        if (n > t.value) {
            if (t.left == null) t.left = made(n);
            else insert(n, t.left);
        } else if (n < t.value) {
            if (t.right == null) t.right = made(n);
            else insert(n, t.right);
        }
    }

    static Node made(int n) {
        Node t = new Node(0);
        t.left = null;
        t.right = null;
        t.value = n;
        return t;
    }

    // The new object is looked at through its field before that changes.
    static int remade(int n) {
        Node t = new Node(0);
        t.left = new Node(n);
        Node l = t.left;
        t.left = null;
        churn();
        return l.value;
    }

    static int afterwards(Node t) {
        root.left = null;
        churn();
        return t.value;
    }

    static int before(Node t) {
        int v = t.value;
        root.left = null;
        churn();
        return v;
    }

    static int derived(Node t) {
        Node inner = t.left;
        root.left = null;
        churn();
        return inner.value;
    }

    static int deep(int depth, Node t) {
        if (depth == 0) {
            root.left = null;
            churn();
            return 0;
        }
        int rest = deep(depth - 1, t);
        return rest + t.value;
    }

    static int both(Node a, Node b) {
        root.left = null;
        churn();
        return b.value;
    }

    static int take(Node t) {
        int v = t.value;
        root.left = null;
        root.right = null;
        churn();
        return v;
    }

    static int thrown(Node t) {
        try {
            root.left = null;
            churn();
            if (t.value > 0) throw new IllegalStateException("thrown");
            return 0;
        } catch (IllegalStateException e) {
            return t.value;
        }
    }

    static int looped(Node t) {
        int sum = 0;
        for (int i = 0; i < 2; i++) {
            sum += t.value;
            root.left = null;
            churn();
        }
        return sum;
    }

    static Node dropper() {
        root.left = null;
        churn();
        return new Node(7);
    }

    static int pair(Node a, Node b) {
        return a.value * 100 + b.value;
    }

    static void fresh() {
        root = new Node(50);
        root.left = new Node(40);
        root.left.left = new Node(30);
        root.right = new Node(60);
    }

    interface Visitor {
        int visit(Node n);
    }

    static final class Cutting implements Visitor {
        public int visit(Node n) {
            root.left = null;
            churn();
            return n.value;
        }
    }

    static final class Reading implements Visitor {
        public int visit(Node n) {
            return n.value + 1;
        }
    }

    static Node append(Node packet, Node head) {
        packet.next = null;
        if (head == null) return packet;
        Node mouse = head;
        Node link;
        while (null != (link = mouse.next)) mouse = link;
        mouse.next = packet;
        return head;
    }

    // The walk stores behind itself.
    static int reverse(Node head) {
        Node at = head, last = null, next;
        int n = 0;
        while ((next = at.next) != null) {
            at.next = last;
            last = at;
            at = next;
            n++;
        }
        at.next = last;
        root = at;
        return n;
    }

    // What is walked over goes.
    static int eat(Node head) {
        Node at = head;
        int sum = 0;
        Node link;
        while ((link = at.next) != null) {
            sum += link.value;
            at.next = link.next;
            churn();
            sum += link.value;
        }
        return sum;
    }

    static Node last(Node head, Node added) {
        Node at = head;
        while (at.next != null) at = at.next;
        at.next = added;
        return at;
    }

    // Both are declared together; the inner one's place changes while the outer one is looked at.
    static int inner(Node head) {
        Node best = head;
        for (int i = 0; i < 2; i++) {
            Node n = head.next;
            if (n != null && n.value > best.value) best = n;
            n = null;
            head.next = null;
            churn();
        }
        return best.value;
    }

    // Gives back one of what it is given, or what a call of itself does.
    static Node tail(Node x, Node y, Node z) {
        if (shorter(y, x)) return tail(tail(x.next, y, z), tail(y.next, z, x), tail(z.next, x, y));
        return z;
    }

    static boolean shorter(Node x, Node y) {
        while (y != null) {
            if (x == null) return true;
            x = x.next;
            y = y.next;
        }
        return false;
    }

    static Node list(int n) {
        if (n == 0) return null;
        Node e = new Node(n);
        e.next = list(n - 1);
        return e;
    }

    static Node found(Node t, int v) {
        if (t == null || t.value == v) return t;
        return found(v < t.value ? t.left : t.right, v);
    }

    // What it gives back stays where it was.
    static int kept() {
        Node n = found(root, 40);
        root.left = null;
        churn();
        return n.value;
    }

    public static void main(String[] args) {
        Node tree = new Node(50);
        for (int i = 0; i < 40; i++) tree.insert(i * 37 % 101);
        System.out.println(tree.sum());
        Node other = made(50);
        for (int i = 0; i < 40; i++) insert(i * 37 % 101, other);
        System.out.println(other.sum());
        System.out.println(remade(5));
        fresh();
        System.out.println(root.left.leave(root));
        fresh();
        System.out.println(root.left.through(root));
        fresh();
        root.left.cut(root);
        System.out.println(root.left == null);
        fresh();
        System.out.println(root.left.self().leave(root));
        fresh();
        System.out.println(root.left.swapped(dropper()).value);
        fresh();
        System.out.println(afterwards(root.left));
        fresh();
        System.out.println(before(root.left));
        fresh();
        System.out.println(derived(root.left));
        fresh();
        System.out.println(deep(3, root.left));
        fresh();
        System.out.println(both(root.right, root.left));
        fresh();
        System.out.println(take(root.left) + take(root));
        fresh();
        System.out.println(thrown(root.left));
        fresh();
        System.out.println(looped(root.left));
        fresh();
        System.out.println(pair(root.left, dropper()));
        fresh();
        System.out.println(pair(dropper(), root.right));
        for (Visitor v : new Visitor[] {new Cutting(), new Reading()}) {
            fresh();
            System.out.println(v.visit(root.left));
        }
        fresh();
        Node walked = root.left;
        for (int i = 0; i < 2; i++) {
            System.out.println(i == 0 ? before(walked) : afterwards(walked));
            walked = walked.left;
        }

        Node queue = null;
        for (int i = 0; i < 5; i++) queue = append(new Node(i), queue);
        for (Node n = queue; n != null; n = n.next) System.out.print(n.name + " ");
        System.out.println();
        System.out.println(reverse(queue));
        for (Node n = root; n != null; n = n.next) System.out.print(n.name + " ");
        System.out.println();
        System.out.println(eat(root));
        System.out.println(last(root, new Node(9)).value + " " + root.next.value);
        System.out.println(inner(root));
        int length = 0;
        for (Node n = tail(list(12), list(8), list(5)); n != null; n = n.next) length++;
        System.out.println(length);
        fresh();
        System.out.println(kept());
        System.out.println(found(root, 60).value + " " + found(root, 61));
        try {
            append(null, root);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
