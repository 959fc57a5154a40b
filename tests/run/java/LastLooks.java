import java.util.*;

/** Variables that look at what others hold, up to the last look; what is stored afterwards does not matter to them. */
public class LastLooks {
    static final class Node {
        int key;
        Node left, right, next;
        Node(int key) { this.key = key; }
        void link(Node n) { next = n; }
        Node following() { return next; }
        public String toString() { return "n" + key; }
    }

    static final class Tree {
        Node root;
        int size;

        boolean add(int key) {
            if (root == null) {
                root = new Node(key);
                size++;
                return true;
            }
            Node at = root;
            while (true) {
                if (key == at.key) return false;
                if (key < at.key) {
                    if (at.left == null) {
                        at.left = new Node(key);
                        size++;
                        return true;
                    }
                    at = at.left;
                } else {
                    if (at.right == null) {
                        at.right = new Node(key);
                        break;
                    }
                    at = at.right;
                }
            }
            size++;
            return true;
        }

        /** The parent is looked at after the child is cut off. */
        int cut(int key) {
            Node parent = null, at = root;
            while (at != null && at.key != key) {
                parent = at;
                at = key < at.key ? at.left : at.right;
            }
            if (at == null || parent == null) return -1;
            if (parent.left == at) parent.left = null;
            else parent.right = null;
            return at.key * 1000 + parent.key;
        }

        String show() { return show(root); }

        private static String show(Node n) { return n == null ? "." : "(" + show(n.left) + n.key + show(n.right) + ")"; }
    }

    static final class Chain {
        Node head;

        void append(Node n) {
            if (head == null) {
                head = n;
                return;
            }
            Node last = head;
            while (last.next != null) last = last.next;
            last.next = n;
        }

        void appendByCall(Node n) {
            Node last = head, next;
            while ((next = last.following()) != null) last = next;
            last.link(n);
        }

        /** Cuts what it stands on, and looks at it again. */
        int dropFrom(int key) {
            Node at = head;
            while (at.next != null && at.next.key != key) at = at.next;
            Node rest = at.next;
            if (rest == null) return -1;
            at.next = null;
            int n = 0;
            while (rest != null) {
                n = n * 10 + rest.key;
                rest = rest.next;
            }
            return n;
        }

        /** The head goes while a variable still looks at what it held. */
        String behead() {
            Node first = head;
            Node second = first.next;
            head = null;
            System.gc();
            return first + " " + second;
        }

        /** The next round looks again at what this one has cut. */
        int everySecond() {
            int n = 0;
            for (Node at = head; at != null; at = at.next) {
                Node next = at.next;
                if (next == null) continue;
                at.next = next.next;
                n = n * 10 + next.key;
            }
            return n;
        }

        int reversed() {
            Node done = null;
            Node at = head;
            while (at != null) {
                Node next = at.next;
                at.next = done;
                done = at;
                at = next;
            }
            head = done;
            int n = 0;
            for (Node x = head; x != null; x = x.next) n = n * 10 + x.key;
            return n;
        }

        String removeInSwitch(int how) {
            Node at = head;
            switch (how) {
                case 0:
                    head = head.next;
                case 1:
                    head = head == null ? null : head.next;
                    break;
                default:
                    head = null;
            }
            return "" + at;
        }

        String removeInTry() {
            Node at = head;
            for (int i = 0; ; i++) {
                try {
                    head = null;
                    if (i < 2) continue;
                } finally {
                    head = null;
                }
                return at + " " + i;
            }
        }

        String removeLater(int n) {
            Node at = head;
            for (int i = 0; i < n; i++) {
                if (i == 1) {
                    head = new Node(100);
                    continue;
                }
                if (i == 3) return at.toString();
            }
            return "none";
        }

        int ring() {
            Node last = head;
            while (last.next != null) last = last.next;
            last.next = head;
            Node at = head;
            int n = 0;
            do {
                n = n * 10 + at.key;
                at = at.next;
            } while (at != head);
            at.next = null;
            return n;
        }
    }

    static Node made;
    static Node NONE = new Node(-1);

    static Node make(int k) {
        made = new Node(k);
        return made;
    }

    static Node change(Node n) {
        NONE = n;
        return n;
    }

    static Chain chain(int n) {
        Chain c = new Chain();
        for (int i = 1; i <= n; i++) c.append(new Node(i));
        return c;
    }

    public static void main(String[] args) {
        Tree t = new Tree();
        int x = 7;
        for (int i = 0; i < 25; i++) {
            x = x * 1103515245 + 12345;
            t.add((x >>> 16) % 40);
        }
        System.out.println(t.size + " " + t.show());
        System.out.println(t.cut(t.root.left.key) + " " + t.show());
        System.out.println(t.cut(999));
        Chain c = chain(5);
        c.appendByCall(new Node(6));
        System.out.println(c.dropFrom(4) + " " + c.reversed());
        System.out.println(chain(3).behead());
        System.out.println(chain(7).everySecond());
        for (int i = 0; i < 3; i++) System.out.println(chain(4).removeInSwitch(i));
        System.out.println(chain(2).removeInTry());
        System.out.println(chain(2).removeLater(5) + chain(2).removeLater(1));
        System.out.println(chain(4).ring());
        Node n;
        int count = 0;
        while ((n = make(count)) != null && count < 3) count++;
        System.out.println(n + " " + made);
        Node m = NONE;
        System.out.println(m == (m = make(5)));
        System.out.println(m + " " + (NONE == (n = change(m))) + (NONE == (n = change(made))) + " " + (null == (n = null)));
        Node own = new Node(1);
        own = wrap(own);
        own = wrap(own);
        System.out.println(own + "" + own.next + own.next.next + own.next.next.next);
    }

    static Node wrap(Node n) {
        Node w = new Node(n.key + 1);
        w.next = n;
        return w;
    }
}
