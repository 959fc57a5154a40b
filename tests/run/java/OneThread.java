import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** What programs of one thread ask of threads. */
public class OneThread implements Runnable {
    private volatile int runs;
    private transient int kept;

    public synchronized void run() {
        synchronized (this) {
            runs++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        OneThread o = new OneThread();
        o.run();
        o.run();
        System.out.println(o.runs + o.kept);
        long before = System.nanoTime();
        Thread.sleep(20);
        System.out.println(System.nanoTime() - before >= 20_000_000L);
        System.out.println(Thread.currentThread().getPriority());
        Thread.yield();
        ThreadLocal<int[]> buffer = ThreadLocal.withInitial(() -> new int[3]);
        buffer.get()[1] = 4;
        System.out.println(buffer.get()[1]);
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        for (String w : "a b a c a b".split(" ")) counts.merge(w, 1, Integer::sum);
        System.out.println(counts);
        try {
            counts.put("d", null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            System.out.println(lock.isLocked());
        } finally {
            lock.unlock();
        }
        System.out.println(TimeUnit.SECONDS.toMillis(3) + " " + TimeUnit.MILLISECONDS.toSeconds(4999));
    }
}
