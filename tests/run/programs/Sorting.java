import java.util.Arrays;
import java.util.Random;

/** Seven ways to sort and three ways to search, checked against each other. */
public class Sorting {
    interface Sorter {
        void sort(int[] a);

        default String title() {
            return getName() + " (" + (stable() ? "stable" : "unstable") + ")";
        }

        String getName();

        boolean stable();
    }

    static abstract class Base implements Sorter {
        private final String name;
        private final boolean stable;
        protected long swaps;

        Base(String name, boolean stable) {
            this.name = name;
            this.stable = stable;
        }

        public String getName() { return name; }
        public boolean stable() { return stable; }

        protected final void swap(int[] a, int i, int j) {
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
            swaps++;
        }
    }

    static class Insertion extends Base {
        Insertion() { super("insertion", true); }

        public void sort(int[] a) {
            for (int i = 1; i < a.length; i++) {
                int x = a[i], j = i - 1;
                while (j >= 0 && a[j] > x) a[j + 1] = a[j--];
                a[j + 1] = x;
            }
        }
    }

    static class Bubble extends Base {
        Bubble() { super("bubble", true); }

        public void sort(int[] a) {
            boolean changed;
            int n = a.length;
            do {
                changed = false;
                for (int i = 1; i < n; i++)
                    if (a[i - 1] > a[i]) {
                        swap(a, i - 1, i);
                        changed = true;
                    }
                n--;
            } while (changed);
        }
    }

    static class Quick extends Base {
        int depth, maxDepth;

        Quick() { super("quick", false); }

        public void sort(int[] a) { quick(a, 0, a.length - 1); }

        private void quick(int[] a, int lo, int hi) {
            if (lo >= hi) return;
            maxDepth = Math.max(maxDepth, ++depth);
            int p = a[lo + hi >>> 1], i = lo, j = hi;
            while (i <= j) {
                while (a[i] < p) ++i;
                while (a[j] > p) --j;
                if (i <= j) swap(a, i++, j--);
            }
            quick(a, lo, j);
            quick(a, i, hi);
            depth--;
        }
    }

    static class Merge extends Base {
        private int[] buffer;

        Merge() { super("merge", true); }

        public void sort(int[] a) {
            buffer = new int[a.length];
            split(a, 0, a.length);
        }

        private void split(int a[], int lo, int hi) {
            if (hi - lo < 2) return;
            int mid = (lo + hi) / 2;
            split(a, lo, mid);
            split(a, mid, hi);
            System.arraycopy(a, lo, buffer, lo, hi - lo);
            for (int k = lo, i = lo, j = mid; k < hi; k++)
                a[k] = i < mid && (j >= hi || buffer[i] <= buffer[j]) ? buffer[i++] : buffer[j++];
        }
    }

    static class Heap extends Base {
        Heap() { super("heap", false); }

        public void sort(int[] a) {
            int n = a.length;
            for (int i = n / 2 - 1; i >= 0; i--) sift(a, i, n);
            while (n > 1) {
                swap(a, 0, --n);
                sift(a, 0, n);
            }
        }

        private void sift(int[] a, int i, int n) {
            for (int c; (c = 2 * i + 1) < n; i = c) {
                if (c + 1 < n && a[c + 1] > a[c]) c++;
                if (a[i] >= a[c]) return;
                swap(a, i, c);
            }
        }
    }

    static class Radix extends Base {
        Radix() { super("radix", true); }

        public void sort(int[] a) {
            int[] b = new int[a.length];
            for (int shift = 0; shift < 32; shift += 8) {
                int[] count = new int[257];
                for (int x : a) count[((x ^ 0x80000000) >>> shift & 0xff) + 1]++;
                for (int d = 0; d < 256; d++) count[d + 1] += count[d];
                for (int x : a) b[count[(x ^ 0x80000000) >>> shift & 0xff]++] = x;
                int[] t = a.clone();
                System.arraycopy(b, 0, a, 0, a.length);
                b = t;
            }
        }
    }

    static int binary(int[] a, int key) {
        int lo = 0, hi = a.length - 1;
        while (lo <= hi) {
            int mid = (lo + hi) >>> 1;
            if (a[mid] < key) lo = mid + 1;
            else if (a[mid] > key) hi = mid - 1;
            else return mid;
        }
        return -(lo + 1);
    }

    public static void main(String[] args) {
        Random random = new Random(2024);
        int[] data = new int[300];
        for (int i = 0; i < data.length; i++) data[i] = random.nextInt(2000) - 1000;
        int[] expected = data.clone();
        Arrays.sort(expected);
        Sorter[] all = {new Insertion(), new Bubble(), new Quick(), new Merge(), new Heap(), new Radix()};
        for (Sorter s : all) {
            int[] copy = Arrays.copyOf(data, data.length);
            s.sort(copy);
            System.out.println(s.title() + ": " + Arrays.equals(copy, expected) + " hash " + Arrays.hashCode(copy));
            if (s instanceof Quick q) System.out.println("  depth " + q.maxDepth + ", swaps " + q.swaps);
            else if (s instanceof Base) System.out.println("  swaps " + ((Base) s).swaps);
        }
        int found = 0, missing = 0;
        for (int key = -1000; key < 1000; key += 7) {
            int at = binary(expected, key);
            if (at >= 0) {
                found++;
                if (expected[at] != key) throw new AssertionError("wrong place for " + key);
            } else {
                missing++;
                if (at != Arrays.binarySearch(expected, key)) throw new AssertionError();
            }
        }
        System.out.println(found + " found, " + missing + " missing");
        System.out.println(Arrays.toString(Arrays.copyOfRange(expected, 0, 12)));
        Integer[] boxed = new Integer[10];
        for (int i = 0; i < boxed.length; i++) boxed[i] = data[i];
        Arrays.sort(boxed, (x, y) -> y - x);
        System.out.println(Arrays.asList(boxed));
        String[] words = "the quick brown fox jumps over the lazy dog".split(" ");
        Arrays.sort(words);
        System.out.println(String.join(",", words));
        Arrays.sort(words, String::compareToIgnoreCase);
        System.out.println(Arrays.toString(words));
    }
}
