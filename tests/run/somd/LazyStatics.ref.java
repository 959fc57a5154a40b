/** Java initialises a class where something of it is first used: in the iteration that does, or never. */
class LazyStatics {
    static int order = 1;
    static class Lazy { static int V = order++; static { System.out.println("Lazy"); } }
    static class Called { static int k; static { System.out.println("Called"); } static int twice(int x) { return 2 * x; } }
    static class Never { static int[] TABLE = { 1, 2, 3 }; static { System.out.println("Never"); } }
    static class Failing { static int V = 1 / (order - order); }
    static class Quiet { static int[] SQUARES = squares(10); static int STEP = 3; }
    static class Reader { static int V = order; }
    static int[] squares(int n) { int[] a = new int[n]; for (int i = 0; i < n; i++) a[i] = i * i; return a; }
    static void guarded(int[] o, int from) { for (int i = 0; i < o.length; i++) o[i] = i > from ? Lazy.V : order; }
    static void called(int[] o, int from) { for (int i = 0; i < o.length; i++) if (i > from) o[i] = Called.twice(i); }
    static void never(int[] o) { for (int i = 0; i < o.length; i++) if (o[i] > 0) o[i] = Never.TABLE[i % 3]; }
    static void empty(int[] o) { for (int i = 0; i < o.length; i++) o[i] = Never.TABLE[0]; }
    static void quiet(int[] o) { for (int i = 0; i < o.length; i++) o[i] = Quiet.SQUARES[i % 10] + Quiet.STEP; }
    static void reader(int[] o) { for (int i = 0; i < o.length; i++) { o[i] = Reader.V; } }
    static long h(int[] a) { long x = 7; for (int v : a) x = x * 31 + v; return x; }
    static void show(String n, int[] a) { System.out.println(n + " " + h(a)); }
    public static void main(String[] args) {
        for (int n : new int[] { 10, 10, 9000 }) {
            int[] o = new int[n];
            guarded(o, 2 * n);
            show("guarded none", o);
        }
        int[] o = new int[9000];
        guarded(o, 5000);
        show("guarded", o);
        called(o, 9000);
        show("called none", o);
        called(o, 800);
        show("called", o);
        never(new int[9000]);
        empty(new int[0]);
        quiet(o);
        show("quiet", o);
        order = 77;
        reader(o);
        order = 78;
        reader(o);
        show("reader", o);
    }
}
