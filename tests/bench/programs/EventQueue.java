import java.util.HashSet;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;

/** Events in a `PriorityQueue` by their own order, and a set of keys with their own `equals` and `hashCode`. */
public class EventQueue {
    static final int WARM_UP = 8;

    static final class Event implements Comparable<Event> {
        final long time;
        final int x, y;

        Event(long time, int x, int y) {
            this.time = time;
            this.x = x;
            this.y = y;
        }

        @Override
        public int compareTo(Event o) { return Long.compare(time, o.time); }
    }

    static final class Cell {
        final int x, y;

        Cell(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object o) {
            if (!(o instanceof Cell)) return false;
            Cell c = (Cell) o;
            return x == c.x && y == c.y;
        }

        @Override
        public int hashCode() { return Objects.hash(x, y); }
    }

    static long work() {
        PriorityQueue<Event> queue = new PriorityQueue<>();
        Set<Cell> seen = new HashSet<>();
        queue.add(new Event(0, 0, 0));
        long sum = 0;
        int[] dx = {1, -1, 0, 0};
        int[] dy = {0, 0, 1, -1};
        while (!queue.isEmpty()) {
            Event e = queue.poll();
            if (!seen.add(new Cell(e.x, e.y))) continue;
            sum += e.time;
            for (int d = 0; d < 4; d++) {
                int x = e.x + dx[d], y = e.y + dy[d];
                if (x < 0 || y < 0 || x >= 120 || y >= 120) continue;
                if (seen.contains(new Cell(x, y))) continue;
                queue.add(new Event(e.time + 1 + (x * 7 + y * 13) % 10, x, y));
            }
        }
        return sum;
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
