import java.util.ArrayList;
import java.util.List;

class TupleMaps {
    record Pair<A, B>(A a, B b) { }

    record V3(float x, float y, float z) { }

    record Tuple2<A, B>(A _1, B _2) { }

    record Tuple3<A, B, C>(A _1, B _2, C _3) { }

    record Hit(Tuple2<Float, Integer> best, Integer count) { }

    static float key(int i) { return (i * 37 + 11) % 101 - 50 + (i % 4) * 0.25f; }

    static void run(int n) {
        System.out.println("n = " + n);
        float sum = 0;
        for (int i = 0; i < n; i++) sum += i * 2 + i * 0.5f;
        System.out.println(sum);
        int last = n - 1;
        System.out.println(n == 0 ? "none" : "" + (last + last * 0.5f));

        System.out.println(n == 0 ? "none" : length(0) + " " + length(last) + " " + new V3(n / 2, 1, n / 2 % 3));
        System.out.println(n == 0 ? "none" : "" + new Pair<>(new V3(last, 1, last % 3), 0.5 * last));
        System.out.println(n == 0 ? "none" : "" + 0.5 * (n / 3));

        Tuple3<Byte, Boolean, Character> three = new Tuple3<>((byte) last, last % 2 == 0, (char) ('a' + last % 26));
        long all = last * 100000L + (byte) last + (last % 2 == 0 ? 1 : 0) + (char) ('a' + last % 26);
        System.out.println(n == 0 ? "none" : all + " " + new Pair<>(new Pair<>(last, last * 100000L), three));
        System.out.println(n == 0 ? "none" : "" + new Pair<>(last, (char) ('a' + last % 26)));
        System.out.println(n == 0 ? "none" : "2 " + new Tuple2<>((short) last, last * 0.25));

        int zipped = 0;
        for (int x = 0; x < n; x++) zipped += x * (x + 1);
        System.out.println(zipped);
        List<Tuple2<Integer, Float>> scanned = new ArrayList<>();
        List<Tuple2<Integer, Float>> even = new ArrayList<>();
        int whole = 0;
        float halves = 0;
        for (int x = 0; x < n; x++) {
            whole += x;
            halves += x * 0.5f;
            scanned.add(new Tuple2<>(whole, halves));
            if (x % 2 == 0) even.add(new Tuple2<>(x, x * 0.5f));
        }
        System.out.println(n == 0 ? "none" : scanned.get(n / 2) + " " + scanned.get(last));
        System.out.println(even.size() + (even.isEmpty() ? "" : " " + even.get(even.size() - 1)));
        if (n == 0) return;

        int least = 0;
        int most = 0;
        for (int i = 1; i < n; i++) {
            if (key(i) < key(least)) least = i;
            if (key(i) > key(most)) most = i;
        }
        System.out.println(new Tuple2<>(key(least), least) + " " + least);
        System.out.println(new Tuple2<>(key(most), most));
        System.out.println(new Hit(new Tuple2<>(key(least), least), n));
        System.out.println((long) n * last / 2 + " " + (double) ((long) n * last / 2) * 0.5);
    }

    static float length(int i) {
        return (float) (0.5 * i + i + 2f + i % 3 * 4f);
    }

    public static void main(String[] args) {
        run(0);
        run(1);
        run(40);
        run(3000);
    }
}
