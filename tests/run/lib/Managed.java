// What programs time and size themselves by.

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadMXBean;

public class Managed {
    static int work(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum = sum * 31 + i % 7;
        }
        return sum;
    }

    public static void main(String[] args) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        long before = threads.isCurrentThreadCpuTimeSupported() ? threads.getCurrentThreadCpuTime() : 0;
        System.out.println(work(300000));
        long spent = threads.getCurrentThreadCpuTime() - before;
        System.out.println((spent >= 0) + " " + (spent < 60_000_000_000L));
        System.out.println(threads.getThreadCpuTime(Thread.currentThread().getId()) > 0);
        System.out.println((threads.getThreadCount() > 0) + " " + (runtime.getUptime() >= 0) + " " + (runtime.getPid() > 0));
        System.out.println(Math.abs(System.currentTimeMillis() - runtime.getUptime() - runtime.getStartTime()) < 5000);
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        System.out.println((heap.getUsed() >= 0) + " " + (heap.getUsed() <= heap.getCommitted()));
        System.out.println(new MemoryUsage(0, 2048, 4096, -1));
        long collections = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections += Math.max(0, collector.getCollectionCount());
        }
        System.out.println(collections >= 0);
        System.out.println(ManagementFactory.getOperatingSystemMXBean().getAvailableProcessors() > 0);
        System.out.println(ManagementFactory.getOperatingSystemMXBean().getName().equals(System.getProperty("os.name")));
    }
}
