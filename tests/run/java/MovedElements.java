import java.util.Arrays;

/** Elements and links that change places: exchanges, stacks, chains, and what is left where one of them fails. */
public class MovedElements {
    static class Card {
        final String name;

        Card(String name) { this.name = name; }

        public String toString() { return name; }
    }

    static final class Ace extends Card {
        Ace() { super("ace"); }
    }

    static final class Link {
        final int value;
        private Link next;

        Link(int value, Link next) {
            this.value = value;
            this.next = next;
        }

        Link getNext() { return next; }

        void setNext(Link next) { this.next = next; }

        public String toString() { return value + (next == null ? "" : " " + next); }
    }

    Card[] cards = { new Card("a"), new Card("b"), new Card("c"), null };
    int n = 3;
    Link[] piles = new Link[3];
    Link first;

    void exchange(int i, int j) {
        Card card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }

    static void exchange(int[] a, int i, int j) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }

    static <T> void exchangeNext(T[] a, int i) {
        T t = a[i + 1];
        a[i + 1] = a[i];
        a[i] = t;
    }

    /** The local is used once more: no exchange of its own. */
    static String exchanged(String[] a, int i, int j) {
        String t = a[i];
        a[i] = a[j];
        a[j] = t;
        return t + a[i];
    }

    Card pop() {
        Card card = cards[--n];
        cards[n] = null;
        return card;
    }

    void push(Card card) { cards[n++] = card; }

    Link takeFrom(int pile) {
        Link top = piles[pile];
        if (top == null) {
            throw new IllegalStateException("nothing at " + pile);
        }
        piles[pile] = top.getNext();
        top.setNext(null);
        return top;
    }

    void putOn(int pile, Link link) {
        Link top = piles[pile];
        if (top != null && top.value < link.value) {
            throw new IllegalStateException(link.value + " on " + top.value);
        }
        link.setNext(top);
        piles[pile] = link;
    }

    void add(int value) { first = new Link(value, first); }

    void addTo(int pile, int value) { piles[pile] = new Link(value, piles[pile]); }

    void addAfter(int value) {
        Link old = first;
        first = new Link(value, null);
        first.next = old;
    }

    void addBefore(int pile, int value) {
        Link link = new Link(value, null);
        link.next = piles[pile];
        piles[pile] = link;
    }

    int remove() {
        Link old = first;
        first = old.next;
        return old.value;
    }

    static void attempt(Runnable r) {
        try {
            r.run();
            System.out.println("done");
        } catch (RuntimeException e) {
            System.out.println(e);
            System.out.println("line " + e.getStackTrace()[0].getLineNumber());
        }
    }

    public static void main(String[] args) {
        MovedElements m = new MovedElements();
        m.exchange(0, 2);
        m.exchange(1, 1);
        m.exchange(2, 3);
        System.out.println(Arrays.toString(m.cards));
        attempt(() -> m.exchange(4, 0));
        attempt(() -> m.exchange(0, -1));
        System.out.println(Arrays.toString(m.cards));
        m.exchange(3, 2);
        Card c = m.pop();
        System.out.println(c + " " + m.n + Arrays.toString(m.cards));
        m.push(new Ace());
        m.push(c);
        attempt(() -> m.push(c));
        System.out.println(m.n + Arrays.toString(m.cards));
        m.n = 0;
        attempt(m::pop);
        m.cards = null;
        attempt(() -> m.exchange(0, 1));
        attempt(m::pop);

        Card[] aces = new Ace[] { new Ace(), null };
        exchangeNext(aces, 0);
        attempt(() -> aces[0] = c);
        System.out.println(Arrays.toString(aces));

        int[] a = { 1, 2, 3 };
        exchange(a, 0, 2);
        attempt(() -> exchange(a, 1, 3));
        attempt(() -> exchange(null, 1, 3));
        System.out.println(Arrays.toString(a));
        String[] s = { "x", "y" };
        System.out.println(exchanged(s, 0, 1) + Arrays.toString(s));

        double[][] rows = { { 1, 2 }, { 3 }, new double[2] };
        double[] row = rows[0];
        rows[0] = rows[1];
        rows[1] = row;
        double[][] square = new double[3][3];
        for (int i = 0; i < 3; i++) {
            square[i][i] = i + 1;
        }
        for (int i = 0; i < 2; i++) {
            double[] t = square[i];
            square[i] = square[i + 1];
            square[i + 1] = t;
        }
        System.out.println(Arrays.deepToString(rows) + Arrays.deepToString(square));

        for (int i = 9; i > 0; i--) {
            m.putOn(i % 2, new Link(i, null));
        }
        attempt(() -> m.putOn(0, new Link(7, null)));
        m.putOn(2, m.takeFrom(1));
        m.putOn(1, m.takeFrom(2));
        attempt(() -> m.takeFrom(2));
        attempt(() -> m.putOn(1, null));
        attempt(() -> m.takeFrom(3));
        m.addTo(2, 5);
        m.addTo(2, 6);
        m.addBefore(2, 7);
        attempt(() -> m.addTo(-1, 7));
        attempt(() -> m.addBefore(3, 7));
        System.out.println(Arrays.toString(m.piles));

        for (int i = 0; i < 4; i++) {
            m.add(i);
            m.addAfter(10 + i);
        }
        System.out.println(m.first + " - " + m.remove() + " " + m.remove() + " - " + m.first);
        m.first = null;
        attempt(m::remove);
    }
}
