import java.util.Arrays;

/** Calls the library from Java, as it called the class before. */
public class Client {
    static void check(boolean holds) {
        if (!holds) throw new AssertionError();
    }

    public static void main(String[] args) throws Exception {
        boolean inNative = somd.library.filters.Native.LOADED;
        check(Arrays.equals(Filters.smooth(new float[] { 1, 2, 3 }, 1), new float[] { 1.5f, 2, 2.5f }));
        check(Filters.smooth(new float[0], 1).length == 0);
        try {
            Filters.smooth(new float[1], -1);
            check(false);
        } catch (IllegalArgumentException e) {
            check(e.getMessage().equals("radius -1"));
            StackTraceElement[] trace = e.getStackTrace();
            check(trace[0].getMethodName().startsWith("smooth"));
            if (inNative) check(trace[0].getLineNumber() == 20 && trace[0].getFileName().equals("Filters.somd"));
            check(trace[trace.length - 1].getMethodName().equals("main"));
        }
        double[] numbers = { 1, 2 };
        Filters.scale(numbers, 10);
        check(numbers[0] == 10 && numbers[1] == 20 && Filters.sum(numbers) == 30 && Filters.distSum(numbers) == 30);
        float[] a = { 1, 2 };
        Filters.keep(a);
        if (inNative) {
            a[0] = 100;
            check(Filters.kept()[0] == 1);
        }
        check(Arrays.deepEquals(Filters.transpose(new int[][] { { 1, 2 }, { 3, 4 } }), new int[][] { { 1, 3 }, { 2, 4 } }));
        int[][] ragged = { { 1, 2, 3 }, null, { 4 } };
        ragged[1] = new int[0];
        Filters.fill(ragged, 7);
        check(Arrays.deepToString(ragged).equals("[[7, 7, 7], [], [7]]"));
        check(Filters.greet("W\u00f6rld \ud83d\ude00").equals("Hello, W\u00f6rld \ud83d\ude00!") && Filters.greet(null).equals("Hello, null!"));
        check(Arrays.equals(Filters.split("a bc"), new String[] { "a", "bc" }));
        check(Filters.total(new String[] { "ab", "cde" }) == 5 && Filters.total(new float[] { 1, 2 }) == 3);
        check(Arrays.equals(Filters.doubled(new float[] { 1, 2 }), new float[] { 2, 4 }));
        check(Filters.middle(new Filters.Point(0, 0), new Filters.Point(2, 4)).equals(new Filters.Point(1, 2)));
        Filters.Named one = new Filters.Named("a", new Filters.Point(1, 2), 3);
        Filters.Named two = new Filters.Named("b", new Filters.Point(3, 4), 5);
        check(Filters.heaviest(new Filters.Named[] { one, two }).equals(two));
        check(Filters.heaviest(new Filters.Named[0]) == null);
        check(Filters.grid(2)[1].equals(new Filters.Point(1, -1)));
        check(Filters.any(new boolean[] { false, true }) && Filters.upper('\u00e4') == '\u00c4');
        check(Filters.cube(2, 3, 4)[1][2][3] == 123 && Filters.sum3(Filters.cube(2, 3, 4)) == 1476 && Filters.sum3(new double[0][][]) == 0);
        int[][][] ints = { { { 0, 0 }, { } }, { } };
        Filters.fill3(ints, 5);
        check(Arrays.deepToString(ints).equals("[[[5, 6], []], []]"));
        check(Arrays.deepToString(Filters.ragged(3)).equals("[[], [1], [2, 2]]"));
        check(Arrays.deepToString(Filters.upperAll(new String[][] { { "a", null }, { } })).equals("[[A, null], []]"));
        check(Filters.depth(new long[1][2][3]) == 123);
        Filters.Track track = new Filters.Track("x", new float[] { 1, 2 }, new int[][] { { 1 }, null }, new String[] { "p" }, new Filters.Point(1, 2));
        Filters.Track louder = Filters.louder(track, 2);
        check(louder.samples()[1] == 4 && louder.marks()[0][0] == 1 && louder.marks()[1] == null && louder.tags()[0].equals("p") && louder.at().x() == 2);
        check(Filters.longest(new Filters.Track[] { track, new Filters.Track("y", new float[3], null, null, louder.at()) }).name().equals("y"));
        Filters.Track[] tracks = Filters.tracks(3);
        check(tracks[2].samples().length == 2 && tracks[2].marks()[0][0] == 2 && tracks[1].tags()[1] == null && tracks[1].at().x() == 1);
        try {
            Filters.fail("why");
            check(false);
        } catch (Filters.Bad e) {
            check(e.getMessage().equals("why"));
        }
        try {
            Filters.forever(0);
            check(false);
        } catch (StackOverflowError e) {
            check(e.getStackTrace().length > 100);
        }
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 500; k++) {
                    check(Filters.greet("x").equals("Hello, x!"));
                    Filters.smooth(new float[1000], 2);
                }
            });
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        System.out.println(inNative ? "native ok" : "java ok");
    }
}
