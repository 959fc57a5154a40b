/** Builds a linked list of ten million nodes and drops it, by its head and by its middle. */
public class LongList {
    static class Node {
        Node next;
        long value;
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 10_000_000;
        for (int round = 0; round < 2; round++) {
            Node first = new Node();
            Node last = first;
            Node middle = null;
            for (int i = 1; i < n; i++) {
                last.next = new Node();
                last = last.next;
                last.value = i;
                if (i == n / 2) {
                    middle = last;
                }
            }
            first = null;
            long sum = 0;
            for (Node at = middle; at != null; at = at.next) {
                sum += at.value;
            }
            if (round == 1) {
                middle.next = null;
            }
            System.out.println(sum + " " + middle.value);
        }
    }
}
