/** Tasks of several kinds that pass packets along queues, as operating systems do: dispatch, linked lists, fields. */
public class Scheduler {
    static final int WARM_UP = 8;

    static final class Packet {
        Packet next;
        final int kind;
        int address;
        int sum;

        Packet(int kind, int address) {
            this.kind = kind;
            this.address = address;
        }
    }

    abstract static class Task {
        final Scheduled owner;
        final int id;
        Packet first, last;
        Task link;
        int ran;

        Task(Scheduled owner, int id) {
            this.owner = owner;
            this.id = id;
            owner.add(this);
        }

        void send(Packet p) {
            p.next = null;
            if (last == null) {
                first = p;
            } else {
                last.next = p;
            }
            last = p;
        }

        Packet receive() {
            Packet p = first;
            if (p != null) {
                first = p.next;
                if (first == null) {
                    last = null;
                }
                p.next = null;
            }
            return p;
        }

        abstract void run(Packet p);
    }

    static final class Worker extends Task {
        int seed = 17;

        Worker(Scheduled owner, int id) { super(owner, id); }

        void run(Packet p) {
            seed = seed * 31 + p.sum + 7;
            p.sum += seed & 255;
            owner.task(p.address).send(p);
        }
    }

    static final class Device extends Task {
        Packet pending;

        Device(Scheduled owner, int id) { super(owner, id); }

        void run(Packet p) {
            Packet old = pending;
            pending = p;
            if (old != null) {
                old.address = 0;
                owner.task(old.address).send(old);
            }
        }
    }

    static final class Router extends Task {
        int count;

        Router(Scheduled owner, int id) { super(owner, id); }

        void run(Packet p) {
            count += p.sum;
            p.address = 1 + (p.sum & 3);
            int to = p.kind == 0 ? 1 + (count & 1) : 3;
            owner.task(to).send(p);
        }
    }

    static final class Scheduled {
        final Task[] tasks = new Task[8];
        Task list;

        void add(Task t) {
            tasks[t.id] = t;
            t.link = list;
            list = t;
        }

        Task task(int id) {
            Task t = tasks[id];
            return t == null ? tasks[0] : t;
        }

        long loop(int rounds) {
            long ran = 0;
            for (int i = 0; i < rounds; i++) {
                for (Task t = list; t != null; t = t.link) {
                    Packet p = t.receive();
                    if (p != null) {
                        t.ran++;
                        ran += t.id;
                        t.run(p);
                    }
                }
            }
            return ran;
        }
    }

    static long work() {
        Scheduled s = new Scheduled();
        Router r = new Router(s, 0);
        new Worker(s, 1);
        new Worker(s, 2);
        new Device(s, 3);
        new Device(s, 4);
        for (int i = 0; i < 20; i++) {
            r.send(new Packet(i & 1, i & 3));
        }
        return s.loop(60000) * 31 + r.count;
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
