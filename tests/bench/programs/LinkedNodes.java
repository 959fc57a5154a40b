/** Walks a linked list of objects. */
public class LinkedNodes {
    static final int WARM_UP = 10;
    static class Node {
        int value;
        Node next;
    }

    static Node head;

    static long work() {
        if (head == null) {
            for (int i = 0; i < 10000; i++) {
                Node n = new Node();
                n.value = i;
                n.next = head;
                head = n;
            }
        }
        long s = 0;
        for (int k = 0; k < 200; k++) {
            for (Node n = head; n != null; n = n.next) {
                s += n.value ^ k;
            }
        }
        return s;
    }

    public static void main(String[] args) {
        for (int i = 0; i < WARM_UP; i++) {
            work();
        }
        long[] times = new long[7];
        long check = 0;
        for (int i = 0; i < times.length; i++) {
            long start = System.nanoTime();
            check = work();
            times[i] = System.nanoTime() - start;
        }
        java.util.Arrays.sort(times);
        System.out.println("check " + check);
        System.out.println("median " + times[3]);
    }
}
