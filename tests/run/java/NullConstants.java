// Constants that are null: compared, handed on, looked into, and in classes whose initialisers can be seen.
public class NullConstants {
    static class Links {
        static final Node NONE = null;
        static final int LIMIT = 3;
    }

    static class Node {
        final int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }

        Node next() {
            return next;
        }
    }

    static class Loud {
        static final Node NONE = null;

        static {
            System.out.println("Loud is initialised");
        }
    }

    static class Above {
        static int count = announce();

        static int announce() {
            System.out.println("Above is initialised");
            return 1;
        }
    }

    static class Below extends Above {
        static final String NONE = null;
    }

    static Node append(Node added, Node first) {
        added.next = Links.NONE;
        if (Links.NONE == first) {
            return added;
        }
        Node last = first;
        Node link;
        while (Links.NONE != (link = last.next())) {
            last = link;
        }
        last.next = added;
        return first;
    }

    static String shown(Object o, String s) {
        return o + " " + s;
    }

    public static void main(String[] args) {
        Node first = Links.NONE;
        for (int i = 0; i < 5; i++) {
            first = append(new Node(i, Links.NONE), first);
        }
        Node rest = first.next;
        // What is taken out of the middle lives on by itself.
        first.next = rest.next;
        rest.next = Links.NONE;
        for (Node n = first; n != Links.NONE; n = n.next) {
            System.out.print(n.value + " ");
        }
        System.out.println(rest.value + " " + (rest.next == Links.NONE));
        try {
            System.out.println(Links.NONE.value);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Node.class.cast(Links.NONE).next();
        } catch (NullPointerException e) {
            System.out.println("nothing cast");
        }
        System.out.println(Loud.NONE == first);
        System.out.println(shown(Below.NONE, Below.NONE));
        Object[] all = {Links.NONE, Loud.NONE, Below.NONE};
        System.out.println(all[0] == all[1] && all[1] == all[2]);
        String text = "x" + Below.NONE;
        text += Below.NONE;
        System.out.println(text + Links.LIMIT);
    }
}
