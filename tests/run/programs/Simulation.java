import java.util.*;
import java.util.function.*;

/** A discrete-event simulation driven by lambdas in a priority queue: two tellers and a queue of customers. */
public class Simulation {
    private static class Event implements Comparable<Event> {
        static int made;
        final long time;
        final int sequence = made++;
        final Runnable action;

        Event(long time, Runnable action) {
            this.time = time;
            this.action = action;
        }

        @Override public int compareTo(Event o) {
            int c = Long.compare(time, o.time);
            return c != 0 ? c : Integer.compare(sequence, o.sequence);
        }
    }

    private final PriorityQueue<Event> agenda = new PriorityQueue<>();
    private long now;

    void at(long delay, Runnable action) { agenda.add(new Event(now + delay, action)); }

    void run(long until) {
        while (!agenda.isEmpty()) {
            Event e = agenda.peek();
            if (e.time > until) break;
            agenda.poll();
            now = e.time;
            e.action.run();
        }
    }

    /** A server with a waiting line; inner, so that it reaches the simulation's clock. */
    class Teller {
        private final String name;
        private final Deque<Customer> line = new ArrayDeque<>();
        private boolean busy;
        long workDone;
        int served;

        Teller(String name) { this.name = name; }

        void arrive(Customer c) {
            line.addLast(c);
            if (!busy) next();
        }

        private void next() {
            Customer c = line.pollFirst();
            if (c == null) {
                busy = false;
                return;
            }
            busy = true;
            c.waited = now - c.arrived;
            at(c.work, () -> {
                served++;
                workDone += c.work;
                c.done.accept(this);
                next();
            });
        }

        int waiting() { return line.size(); }

        @Override public String toString() { return name + "[" + served + "]"; }
    }

    static class Customer {
        final int id;
        final long arrived, work;
        long waited;
        Consumer<Teller> done = t -> { };

        Customer(int id, long arrived, long work) {
            this.id = id;
            this.arrived = arrived;
            this.work = work;
        }
    }

    public static void main(String[] args) {
        final Simulation sim = new Simulation();
        Teller[] tellers = {sim.new Teller("Ann"), sim.new Teller("Bob")};
        Random r = new Random(7);
        List<Customer> all = new ArrayList<>();
        Map<Teller, List<Integer>> log = new LinkedHashMap<>();
        Supplier<Teller> shortest = () -> {
            Teller best = tellers[0];
            for (Teller t : tellers) if (t.waiting() < best.waiting()) best = t;
            return best;
        };
        long time = 0;
        for (int i = 0; i < 40; i++) {
            time += r.nextInt(10);
            final Customer c = new Customer(i, time, 3 + r.nextInt(20));
            c.done = t -> log.computeIfAbsent(t, k -> new ArrayList<>()).add(c.id);
            all.add(c);
            sim.at(time, () -> shortest.get().arrive(c));
        }
        sim.at(100, new Runnable() {
            int ticks;

            @Override public void run() {
                System.out.println("t=" + sim.now + " " + tellers[0] + " " + tellers[1] + " waiting " + shortest.get().waiting());
                if (++ticks < 3) sim.at(50, this);
            }
        });
        sim.run(Long.MAX_VALUE);
        System.out.println("end at " + sim.now);
        for (Map.Entry<Teller, List<Integer>> e : log.entrySet()) System.out.println(e.getKey() + " " + e.getValue());
        BiFunction<ToLongFunction<Customer>, BinaryOperator<Long>, Long> fold = (get, op) -> {
            long acc = 0;
            for (Customer c : all) acc = op.apply(acc, get.applyAsLong(c));
            return acc;
        };
        System.out.println("waited " + fold.apply(c -> c.waited, Long::sum) + " max " + fold.apply(c -> c.waited, Math::max));
        all.sort(Comparator.comparingLong((Customer c) -> c.waited).reversed().thenComparing(c -> c.id));
        StringBuilder b = new StringBuilder();
        for (Customer c : all.subList(0, 5)) b.append(c.id).append(':').append(c.waited).append(' ');
        System.out.println(b.toString().trim());
        Iterator<Customer> it = all.iterator();
        while (it.hasNext()) if (it.next().waited > 20) it.remove();
        System.out.println(all.size() + " waited at most 20");
        System.out.printf("utilisation %.3f %.3f%n", (double) tellers[0].workDone / sim.now, (double) tellers[1].workDone / sim.now);
    }
}
